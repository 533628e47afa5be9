// The language in the editor: colours, completion, explanations of commands. The words come from the interpreter.

import { StreamLanguage, HighlightStyle, syntaxHighlighting, LanguageSupport } from '@codemirror/language';
import { autocompletion } from '@codemirror/autocomplete';
import { hoverTooltip } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Editor support for the language that `words` describes. `choices(text)` asks which words may follow a text. */
export function ships(words, choices) {
  const commands = new Map(words.commands.map((command) => [command.name, command]));
  const language = StreamLanguage.define(colours(words, commands));
  return [
    new LanguageSupport(language),
    syntaxHighlighting(STYLE),
    autocompletion({ override: [(context) => complete(context, commands, choices)], icons: false, aboveCursor: false }),
    hoverTooltip((view, at) => explain(view, at, commands)),
  ];
}

const STYLE = HighlightStyle.define([
  { tag: tags.tagName, color: 'var(--tag)', fontWeight: '650' },
  { tag: tags.keyword, color: 'var(--ink)', fontWeight: '650' },
  { tag: tags.number, color: 'var(--integer)' },
  { tag: tags.atom, color: 'var(--b-ink)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: tags.lineComment, color: 'var(--comment)', fontStyle: 'italic' },
  { tag: tags.docComment, color: 'var(--soft)' },
]);

function colours(words, commands) {
  const known = new Set(words.arguments);
  const isTag = (word) => words.tags.includes(word);
  return {
    startState: () => ({ group: null, isProse: false, note: 0 }),
    copyState: (state) => ({ ...state }),
    token(stream, state) {
      if (stream.sol()) [state.isProse, state.note] = [false, 0];
      if (stream.eatSpace()) return null;
      if (state.isProse || state.note === 1) { stream.skipToEnd(); return state.isProse ? 'prose' : 'note'; }
      if (state.group && stream.match(/^#.*/)) return 'comment';
      const [word] = stream.match(state.group ? /^[^\s#]+/ : /^\S+/);
      if (!state.group) {
        if (isTag(word)) { state.group = word; return 'group'; }
        state.isProse = true;
        return 'prose';
      }
      if (word === state.group) { state.group = null; return 'group'; }
      if (state.note) state.note -= 1;
      if (word === 'INFORMATION') state.note = 2;
      if (commands.has(word)) return 'command';
      if (/^[-+]?\d+$/.test(word)) return 'number';
      return known.has(word) ? 'argument' : null;
    },
    tokenTable: {
      group: tags.tagName, command: tags.keyword, argument: tags.atom, number: tags.number,
      note: tags.string, comment: tags.lineComment, prose: tags.docComment,
    },
    languageData: { commentTokens: { line: '#' } },
  };
}

/** Completes the word before the cursor; a number or an empty word only on request. */
async function complete(context, commands, choices) {
  const word = context.matchBefore(/\S*/);
  if (!context.explicit && (word.from === word.to || /^[-+\d]/.test(word.text))) return null;
  const found = await choices(context.state.sliceDoc(0, context.pos));
  if (!found || context.aborted) return null;
  const labels = found.map((choice) => choice.word);
  // A complete word gets no list, so that Enter ends its line.
  const isWhole = (text) => labels.includes(text);
  if (!context.explicit && isWhole(word.text)) return null;
  const options = found.map((choice, i) => ({ ...option(choice, commands), boost: -i }));
  return options.length ? { from: word.from, options, validFor: (text) => /^[[\w\]]*$/.test(text) && !isWhole(text) } : null;
}

function option({ word, kind, meaning }, commands) {
  if (kind === 'tag') return { label: word, detail: 'group' };
  if (kind !== 'command') return { label: word, detail: meaning };
  const command = commands.get(word);
  return { label: word, detail: command.usages[0].slice(word.length), info: () => card(command) };
}

/** Explains the command under the pointer. */
function explain(view, at, commands) {
  const word = view.state.wordAt(at);
  const command = word && commands.get(view.state.sliceDoc(word.from, word.to));
  return command ? { pos: word.from, end: word.to, above: true, create: () => ({ dom: card(command) }) } : null;
}

/** A box that explains a command: how it is written, and what it does. */
export function card(command) {
  const box = make('div', 'cm-card');
  for (const usage of command.usages) box.append(make('code', '', usage));
  box.append(make('p', '', command.summary));
  for (const [symbol, meaning] of command.symbols) box.append(make('div', '', make('b', '', symbol), ` ${meaning}`));
  return box;
}
