// The script beside the board: only the lines in sight are in the page, so that it may be of any length.

/** What could turn a text around or not be seen is shown by its number. */
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;
const visible = (text) => text.replace(/\r$/, '').replace(HIDDEN, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);

/** Characters of a line that are shown around its command: lines may be a megabyte long. */
const LONGEST = 600;
/** Pixels: browsers make nothing taller. */
const TALLEST = 8e6;
const WORDS = /(\[state\]|\[player[AB]\])|(#.*)|(-?\b\d+\b)|\b([A-Z][A-Z_]{2,}|F|L|R|N|E|S|W|A|B)\b/g;

/** An element with a class and children, or a text. */
function make(name, style, ...children) {
  const element = document.createElement(name);
  if (style) element.className = style;
  element.append(...children);
  return element;
}

class Script {
  constructor(onJump) {
    this.onJump = onJump;
    this.list = make('div', 'lines');
    this.pane = make('div', 'script', this.list);
    this.pane.tabIndex = 0;
    this.pane.setAttribute('role', 'region');
    this.pane.setAttribute('aria-label', 'Script');
    this.rows = [];
    this.shown = new Map();
    this.height = 22;
    // Asking an element for it costs a layout.
    this.scroll = 0;
    this.across = 0;
    this.pane.addEventListener('scroll', () => {
      this.scroll = this.pane.scrollTop;
      this.render();
    });
    this.room = 400;
    new ResizeObserver(() => {
      this.room = this.pane.clientHeight;
      this.render();
    }).observe(this.pane);
    this.list.addEventListener('click', (event) => {
      const target = event.target.closest('[data-frame]');
      if (target) this.onJump(Number(target.dataset.frame) + 1);
    });
  }

  show(game) {
    this.game = game;
    this.rows = [];
    this.starts = [];
    game.data.files.forEach(({ name, text }, file) => {
      this.starts.push(this.rows.length);
      if (game.data.files.length > 1) this.rows.push({ file, name });
      const lines = text.split('\n');
      if (lines.length > 1 && !lines[lines.length - 1]) lines.pop();
      const offset = this.rows.length;
      this.starts[file] = offset;
      for (let i = 0; i < lines.length; i++) this.rows.push(lines[i]);
    });
    this.first = new Int32Array(this.rows.length + 1).fill(-1);
    game.frames.forEach((frame, i) => {
      const row = this.row(frame);
      if (this.first[row] < 0) this.first[row] = i;
    });
    this.list.replaceChildren();
    this.shown = new Map();
    this.rare = new Map();
    this.marked = this.current = -1;
    this.list.style.height = `${Math.min(TALLEST, this.rows.length * this.height)}px`;
    this.render();
  }

  row(frame) { return Math.min(this.rows.length - 1, (this.starts[frame.f || 0] ?? 0) + frame.l - 1); }

  /** Marks the command of the frame that the game stands behind, and brings it into sight. */
  mark() {
    const { frame } = this.game;
    this.current = frame ? this.row(frame) : -1;
    const goal = frame ? this.current : 0;
    const { room } = this;
    const top = this.top(goal);
    if (top < this.scroll + this.height || top > this.scroll + room - 3 * this.height) {
      this.pane.scrollTop = Math.max(0, top - room / 2.5);
      this.scroll = this.pane.scrollTop;
    }
    this.render();
    this.scrollAcross();
  }

  /** Brings the current command of a wide line into sight. */
  scrollAcross() {
    const text = this.rows[this.current];
    const part = text?.length > 30 && this.shown.get(this.current)?.querySelector('.now');
    const goal = part ? Math.max(0, part.offsetLeft + Math.min(part.offsetWidth, 200) - this.pane.clientWidth + 24) : 0;
    if (goal > 0 ? goal > this.across || part.offsetLeft - 80 < this.across : this.across > 0) this.pane.scrollLeft = this.across = goal;
  }

  /** Where a row begins, in pixels; tall scripts are squeezed, and only near the sight are rows apart. */
  top(row) {
    const whole = this.rows.length * this.height;
    return whole <= TALLEST ? row * this.height : (row / this.rows.length) * TALLEST;
  }

  render() {
    if (!this.game) return;
    const room = Math.ceil(this.room / this.height) + 2;
    const squeezed = this.rows.length * this.height > TALLEST;
    const { scroll } = this;
    const first = Math.max(0, Math.floor(squeezed ? (scroll / TALLEST) * this.rows.length : scroll / this.height));
    const start = squeezed ? scroll : first * this.height;
    const shown = new Map();
    for (let row = first; row < Math.min(this.rows.length, first + room); row++) {
      // A line that looks as before is kept as it is.
      const isCurrent = row === this.current || row === this.marked;
      let line = isCurrent ? null : this.shown.get(row);
      if (!line) this.list.append(line = this.line(row));
      const top = start + (row - first) * this.height;
      if (line.top !== top) line.style.top = `${line.top = top}px`;
      shown.set(row, line);
    }
    for (const [row, line] of this.shown) if (shown.get(row) !== line) line.remove();
    this.shown = shown;
    this.marked = this.current;
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
    if (row === this.current) line.classList.add('current');
    return line;
  }

  /** A line in parts: each command that made a frame can be clicked, the current one is marked. */
  write(text, row, code) {
    const { frames, at: behind, frame } = this.game;
    const unit = this.units(text, row);
    const isLong = text.length > 4 * LONGEST;
    let at = 0, shown = 0, i = this.first[row];
    // Of a long line, what stands around the current command.
    if (isLong && row === this.current) {
      at = Math.max(0, unit(frame.c - 1) - LONGEST / 3);
      if (at) code.append(make('span', 'gap', '… '));
      i = Math.max(i, behind - 1 - LONGEST);
    }
    for (; i >= 0 && i < frames.length && this.row(frames[i]) === row && shown < LONGEST; i++) {
      const { c, n, d } = frames[i];
      const from = unit(c - 1), end = n === undefined ? text.length : unit(c - 1 + n);
      if (from < at) continue;
      this.colour(text.slice(at, from), code);
      const part = make('span', d[0] === 'no' ? 'command refused' : 'command');
      part.dataset.frame = i;
      this.colour(text.slice(from, Math.min(end, from + 4 * LONGEST)), part);
      if (i === behind - 1) { part.classList.add('now'); part.setAttribute('aria-current', 'step'); }
      code.append(part);
      if (isLong) shown += end - at;
      at = end;
    }
    const rest = isLong ? text.slice(at, at + LONGEST) : text.slice(at);
    this.colour(rest, code);
    if (at + rest.length < text.length) code.append(make('span', 'gap', ' …'));
  }

  /** From characters, in which columns are counted, to units of a text, of which rare ones take two. */
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
