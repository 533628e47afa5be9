// The editor: a text, its findings, and the command that the board shows. It is in a shadow root, in which code may
// add styles. Elsewhere the page's content policy refuses such styles.

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { completionKeymap } from '@codemirror/autocomplete';
import { indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorSelection, EditorState, Prec, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers, placeholder,
} from '@codemirror/view';

const setMark = StateEffect.define();

/** Marks the command that the board shows. */
const marks = StateField.define({
  create: () => Decoration.none,
  update(now, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMark)) return decorations(transaction.state, effect.value);
    return transaction.docChanged ? Decoration.none : now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorations(state, mark) {
  if (!mark) return Decoration.none;
  const style = mark.isRefused ? 'cm-step cm-refused' : 'cm-step';
  const line = Decoration.line({ class: 'cm-step-line' }).range(state.doc.lineAt(mark.from).from);
  return Decoration.set(mark.to > mark.from ? [line, Decoration.mark({ class: style }).range(mark.from, mark.to)] : [line]);
}

const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'transparent', fontSize: '14px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--card)', color: 'var(--soft)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '2.6em', padding: '0 8px 0 6px' },
  '.cm-gutter-lint': { width: '1.1em' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0 0 0 4px' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--ink) 5%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--ink) 5%, var(--card))', color: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent)' },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in srgb, var(--accent) 18%, transparent)' },
  '.cm-placeholder': { color: 'var(--soft)' },
  '.cm-step-line': { boxShadow: 'inset 3px 0 var(--accent)' },
  '.cm-step': { backgroundColor: 'color-mix(in srgb, var(--accent) 24%, transparent)', borderRadius: '4px' },
  '.cm-refused': { backgroundColor: 'var(--bad-paper)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--fire) 1.5px', textUnderlineOffset: '4px' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--a) 1.5px', textUnderlineOffset: '4px' },
  '.cm-lint-marker': { content: 'none !important', width: '10px', height: '10px', marginTop: '6px' },
  '.cm-lint-marker-error': { background: 'var(--fire)', borderRadius: '50%' },
  '.cm-lint-marker-warning': { background: 'var(--a)', clipPath: 'polygon(50% 0, 100% 100%, 0 100%)' },
  '.cm-tooltip': { backgroundColor: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--rim)', borderRadius: '10px', boxShadow: 'var(--shadow)', overflow: 'hidden', zIndex: 20 },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '14em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px', lineHeight: '1.5' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--accent-ink)' },
  '.cm-completionLabel': { fontFamily: 'ui-monospace, Menlo, Consolas, monospace' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--soft)', marginLeft: '.7em' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-tooltip.cm-completionInfo': { maxWidth: '300px', padding: '0' },
  '.cm-card': { padding: '8px 12px', fontSize: '13px', maxWidth: '340px' },
  '.cm-card code': { display: 'block', color: 'var(--tag)', fontFamily: 'ui-monospace, Menlo, Consolas, monospace', fontWeight: '650' },
  '.cm-card p': { margin: '4px 0' },
  '.cm-card div': { color: 'var(--soft)' },
  '.cm-card b': { color: 'var(--ink)', fontFamily: 'ui-monospace, Menlo, Consolas, monospace' },
  '.cm-diagnostic': { padding: '6px 10px', maxWidth: '420px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--fire)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--a)' },
  '.cm-panels': { backgroundColor: 'var(--card)', color: 'var(--ink)', borderColor: 'var(--rim)' },
  '.cm-textfield': { backgroundColor: 'var(--paper)', color: 'var(--ink)', border: '1px solid var(--rim)', borderRadius: '6px', fontSize: '14px' },
  '.cm-button': { backgroundImage: 'none', backgroundColor: 'var(--paper)', color: 'var(--ink)', border: '1px solid var(--rim)', borderRadius: '6px', fontSize: '13px' },
  '.cm-panel.cm-search label': { fontSize: '13px' },
  '.cm-panel.cm-search [name=close]': { color: 'var(--ink)' },
  '.cm-specialChar': { color: 'var(--bad)' },
});

/** Converts a number of characters, such as a column, to a number of UTF-16 units. Rare characters take two units. */
function units(text, characters) {
  if (!/[\ud800-\udfff]/.test(text)) return Math.min(Math.max(0, characters), text.length);
  let at = 0;
  for (; characters > 0 && at < text.length; characters--) at += text.codePointAt(at) > 0xffff ? 2 : 1;
  return at;
}

export class Editor {
  /** Calls `on.run()`, `on.change()`, `on.click(line, column)` and `on.paste(text)`. If `paste` returns true, the
   *  pasted text does not go into the editor. */
  constructor(host, on) {
    this.language = new Compartment();
    this.hold = new Compartment();
    this.on = on;
    const root = host.attachShadow({ mode: 'open' });
    this.view = new EditorView({ root, parent: root, state: this.state('') });
  }

  state(text, extensions = []) {
    this.extensions ||= [
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => { this.on.run(); return true; } }])),
      lineNumbers(), lintGutter(), highlightSpecialChars(), history(), drawSelection(), highlightActiveLine(), highlightActiveLineGutter(),
      highlightSelectionMatches(), search({ top: true }), marks, THEME, this.language.of(extensions), this.hold.of([]), indentUnit.of('  '),
      placeholder('[state] … write a script, or choose a sample'),
      EditorView.contentAttributes.of({ 'aria-label': 'Script', tabindex: '0', autocapitalize: 'off', autocorrect: 'off', spellcheck: 'false' }),
      EditorView.lineWrapping,
      // A lone CR is a byte of the script, not the end of a line.
      EditorState.lineSeparator.of('\n'),
      keymap.of([...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.updateListener.of((update) => { if (update.docChanged && !this.isHeld) this.on.change(); }),
      EditorView.domEventHandlers({
        // Browsers replace a selection by elements with styles, which the page's policy refuses.
        beforeinput: (event, view) => {
          if (event.inputType !== 'insertText' || event.isComposing || view.state.selection.main.empty) return false;
          event.preventDefault();
          view.dispatch({ ...view.state.replaceSelection(event.data || ''), userEvent: 'input.type', scrollIntoView: true });
          return true;
        },
        paste: (event) => this.takes(event, event.clipboardData?.getData('text/plain')),
        click: (_, view) => {
          if (this.isHeld) return false;
          const { empty, head } = view.state.selection.main;
          if (!empty) return false;
          const line = view.state.doc.lineAt(head);
          this.on.click(line.number, Array.from(line.text.slice(0, head - line.from)).length + 1);
          return false;
        },
      }),
    ];
    return EditorState.create({ doc: text, extensions: this.extensions });
  }

  takes(event, text) {
    if (!text || !this.on.paste(text)) return false;
    event.preventDefault();
    return true;
  }

  setLanguage(language) { this.view.dispatch({ effects: this.language.reconfigure(language) }); }

  get text() { return this.view.state.sliceDoc(); }

  get length() { return this.view.state.doc.length; }

  /** Replaces the text. The user can undo this. */
  set text(text) {
    const { doc } = this.view.state;
    if (text === this.text) return;
    const at = doc.lineAt(this.view.state.selection.main.head).number;
    this.view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
    const line = this.view.state.doc.line(Math.min(at, this.view.state.doc.lines));
    this.view.dispatch({ selection: EditorSelection.cursor(line.from) });
  }

  /** Shows a text that cannot be edited, and scrolls to its end. */
  showHeld(text) {
    this.holdText(true);
    const now = this.text;
    let same = 0;
    while (same < now.length && now[same] === text[same]) same++;
    const { length } = text;
    this.view.dispatch({ changes: { from: same, to: now.length, insert: text.slice(same) } });
    this.view.dispatch({ effects: EditorView.scrollIntoView(length, { y: 'end' }) });
  }

  /** Replaces the held text with one that can be edited. */
  release(text) {
    this.view.dispatch({ changes: { from: 0, to: this.length, insert: text } });
    this.holdText(false);
  }

  holdText(isHeld) {
    if (this.isHeld === isHeld) return;
    this.isHeld = isHeld;
    this.view.dispatch({ effects: this.hold.reconfigure(isHeld ? EditorState.readOnly.of(true) : []) });
  }

  /** Adds lines at the end and shows them. */
  append(text) {
    const { doc } = this.view.state;
    const gap = !doc.length || doc.sliceString(doc.length - 1) === '\n' ? '' : '\n';
    this.view.dispatch({ changes: { from: doc.length, insert: gap + text }, effects: EditorView.scrollIntoView(doc.length + gap.length, { y: 'start', yMargin: 60 }) });
  }

  /** Converts a line, a column and a width in characters to positions in the text; null if there is no such line. */
  place(line, column, width) {
    const { doc } = this.view.state;
    if (line > doc.lines) return null;
    const { from, to, text } = doc.line(Math.max(1, line));
    const start = from + units(text, column - 1);
    return { from: start, to: width === undefined ? to : Math.min(to, from + units(text, column - 1 + width)) };
  }

  /** Shows findings at their places. */
  showFindings(findings) {
    const diagnostics = findings.flatMap(({ line, column, width, is_error: isError, message, help }) => {
      const place = this.place(line, column, width);
      if (!place) return [];
      const text = help ? `${message}\n${help}` : message;
      return [{ ...place, severity: isError ? 'error' : 'warning', message: visible(text) }];
    });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Marks the command that the board shows, and brings it into sight. */
  mark(place, isRefused, scrolls) {
    const { state } = this.view;
    const shows = state.field(marks).size > 0;
    if (!place && !shows) return;
    const effects = [setMark.of(place && { ...place, isRefused })];
    if (place && scrolls) effects.push(EditorView.scrollIntoView(place.from, { y: 'nearest', yMargin: 40 }));
    this.view.dispatch({ effects });
  }

  /** Puts the cursor at a place. */
  go(place) {
    if (!place) return;
    this.view.dispatch({ selection: EditorSelection.cursor(place.from), effects: EditorView.scrollIntoView(place.from, { y: 'center' }) });
    this.view.focus();
  }

  focus() { this.view.focus(); }
}
