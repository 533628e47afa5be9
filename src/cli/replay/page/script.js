// The script beside the board, with its commands marked. A side reads only its own commands and the referee's.

/** Characters that are invisible or change the direction of a text. Their numbers are shown instead. */
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;
const visible = (text) => text.replace(/\r$/, '').replace(HIDDEN, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);

/** How many characters of a long line are shown around its command: lines may be a megabyte long. */
const LONGEST = 600;
const WORDS = /(\[state\]|\[player[AB]\])|(#.*)|(-?\b\d+\b)|\b([A-Z][A-Z_]{2,}|F|L|R|N|E|S|W|A|B)\b/g;

class Script extends List {
  constructor(onJump) {
    super('Script', 'script', onJump);
    this.rows = [];
    this.across = 0;
    this.viewer = REFEREE;
  }

  show(game) {
    this.game = game;
    this.rows = [];
    this.starts = [];
    game.data.files.forEach(({ name, text }, file) => {
      if (game.data.files.length > 1) this.rows.push({ file, name });
      const lines = text.split('\n');
      if (lines.length > 1 && !lines[lines.length - 1]) lines.pop();
      this.starts[file] = this.rows.length;
      for (let i = 0; i < lines.length; i++) this.rows.push(lines[i]);
    });
    this.first = new Int32Array(this.rows.length + 1).fill(-1);
    game.frames.forEach((frame, i) => {
      const row = this.row(frame);
      if (this.first[row] < 0) this.first[row] = i;
    });
    this.rare = new Map();
    this.reset(this.rows.length);
    this.render();
  }

  /** Shows what a viewer may read: a side reads its own commands and the referee's. */
  see(viewer) {
    if (this.viewer === viewer || !this.game) return;
    this.viewer = viewer;
    this.reset(this.rows.length);
    this.mark();
  }

  row(frame) { return Math.min(this.rows.length - 1, (this.starts[frame.f || 0] ?? 0) + frame.l - 1); }

  place() { return this.game?.frame ? this.row(this.game.frame) : -1; }

  mark() {
    super.mark();
    this.scrollAcross();
  }

  /** Brings the current command of a wide line into sight. */
  scrollAcross() {
    const text = this.rows[this.current];
    const part = text?.length > 30 && this.shown.get(this.current)?.querySelector('.now');
    const goal = part ? Math.max(0, part.offsetLeft + Math.min(part.offsetWidth, 200) - this.pane.clientWidth + 24) : 0;
    if (goal > 0 ? goal > this.across || part.offsetLeft - 80 < this.across : this.across > 0) this.pane.scrollLeft = this.across = goal;
  }

  line(row) {
    const text = this.rows[row];
    if (typeof text !== 'string') return make('div', 'line file', make('bdi', '', visible(text.name)));
    const file = this.starts.findLastIndex((start) => start <= row);
    const number = make('span', 'number', String(row - this.starts[file] + 1));
    const line = make('div', 'line', number);
    const code = make('code');
    code.dir = 'ltr';
    this.write(text, row, code);
    line.append(code);
    if (this.first[row] >= 0) {
      line.dataset.frame = this.first[row];
      line.classList.add('acts');
    }
    return line;
  }

  /** A line in parts: each command that made a frame can be clicked, the current one is marked. */
  write(text, row, code) {
    const { frames, at: step, frame } = this.game;
    const unit = this.units(text, row);
    const isLong = text.length > 4 * LONGEST;
    let at = 0, shown = 0, i = this.first[row];
    // Of a long line, only the part around the current command is shown.
    if (isLong && row === this.current) {
      at = Math.max(0, unit(frame.c - 1) - LONGEST / 3);
      if (at) code.append(make('span', 'gap', '… '));
      i = Math.max(i, step - 1 - LONGEST);
    }
    for (; i >= 0 && i < frames.length && this.row(frames[i]) === row && shown < LONGEST; i++) {
      const { c, n, d } = frames[i];
      const from = unit(c - 1), end = n === undefined ? text.length : unit(c - 1 + n);
      if (from < at) continue;
      this.between(text.slice(at, from), code);
      const isHidden = !maySee(this.game, frames[i], this.viewer);
      const part = make('span', isHidden ? 'command hidden' : d[0] === 'no' ? 'command refused' : 'command');
      part.dataset.frame = i;
      if (isHidden) part.append('· · ·'); else this.colour(text.slice(from, Math.min(end, from + 4 * LONGEST)), part);
      if (i === step - 1) { part.classList.add('now'); part.setAttribute('aria-current', 'step'); }
      code.append(part);
      if (isLong) shown += end - at;
      at = end;
    }
    const rest = isLong ? text.slice(at, at + LONGEST) : text.slice(at);
    this.between(rest, code);
    if (at + rest.length < text.length) code.append(make('span', 'gap', ' …'));
  }

  /** Adds the text between commands. A side sees only tags, because comments may tell how the game goes on. */
  between(text, code) {
    const shown = this.viewer === REFEREE ? text : (text.match(/\[(?:state|player[AB])\]|^\s+/g) || []).join(' ');
    if (shown !== text && text.trim() && !shown.trim()) code.append(make('span', 'hidden', '· · ·'));
    this.colour(shown, code);
  }

  /** Returns a function that converts a count of characters to UTF-16 units: rare characters have two. */
  units(text, row) {
    if (!this.rare.has(row)) this.rare.set(row, /[\ud800-\udfff]/.test(text));
    if (!this.rare.get(row)) return (characters) => Math.min(characters, text.length);
    return (characters) => {
      let at = 0;
      for (; characters > 0 && at < text.length; characters--) at += text.codePointAt(at) > 0xffff ? 2 : 1;
      return at;
    };
  }

  colour(text, into) {
    let at = 0;
    for (const match of text.matchAll(WORDS)) {
      if (match.index > at) into.append(visible(text.slice(at, match.index)));
      const kind = ['tag', 'comment', 'integer', 'word'][match.slice(1).findIndex((group) => group !== undefined)];
      into.append(make('span', kind, visible(match[0])));
      at = match.index + match[0].length;
    }
    if (at < text.length) into.append(visible(text.slice(at)));
  }
}
