// Long lists beside the board: only the rows in sight are in the page, so that a list may be of any length.

/** The greatest height of a list in pixels: browsers cannot show taller elements. */
const TALLEST = 8e6;

/** Makes an element with the class `style`. The children are elements or texts. */
function make(name, style, ...children) {
  const element = document.createElement(name);
  if (style) element.className = style;
  element.append(...children);
  return element;
}

/** A list of rows of one height. A subclass says how many rows there are (`count`), what row `i` looks like
    (`line(i)`), and which row belongs to the current step (`place()`). */
class List {
  constructor(name, style, onJump) {
    this.list = make('div', 'lines');
    this.pane = make('div', `list ${style}`, this.list);
    this.pane.tabIndex = 0;
    this.pane.setAttribute('role', 'region');
    this.pane.setAttribute('aria-label', name);
    this.count = 0;
    this.shown = new Map();
    this.height = 22;
    // Kept here, because reading it from the element makes the browser compute the layout.
    this.scroll = 0;
    this.pane.addEventListener('scroll', () => {
      this.scroll = this.pane.scrollTop;
      this.render();
    });
    this.room = 400;
    new ResizeObserver(() => {
      this.room = this.pane.clientHeight;
      this.follow();
    }).observe(this.pane);
    this.list.addEventListener('click', (event) => {
      const target = event.target.closest('[data-frame]');
      if (target) onJump(Number(target.dataset.frame) + 1);
    });
  }

  /** Starts again with `count` rows. */
  reset(count) {
    this.list.replaceChildren();
    this.shown = new Map();
    this.marked = this.current = -1;
    this.resize(count);
  }

  resize(count) {
    this.count = count;
    this.list.style.height = `${Math.min(TALLEST, count * this.height)}px`;
  }

  /** Marks the row of the current step, and brings it into sight. */
  mark() {
    this.current = this.place();
    this.follow();
  }

  follow() {
    if (!this.count) return;
    const { room } = this;
    const top = this.top(Math.max(0, this.current));
    if (room && (top < this.scroll + this.height || top > this.scroll + room - 3 * this.height)) {
      this.pane.scrollTop = Math.max(0, top - room / 2.5);
      this.scroll = this.pane.scrollTop;
    }
    this.render();
  }

  /** Where a row begins, in pixels. In a list that would be too tall, rows get less than their height. */
  top(row) {
    const whole = this.count * this.height;
    return whole <= TALLEST ? row * this.height : (row / this.count) * TALLEST;
  }

  render() {
    if (!this.count) return;
    const room = Math.ceil(this.room / this.height) + 2;
    const squeezed = this.count * this.height > TALLEST;
    const { scroll } = this;
    const first = Math.max(0, Math.floor(squeezed ? (scroll / TALLEST) * this.count : scroll / this.height));
    const start = squeezed ? scroll : first * this.height;
    const shown = new Map();
    for (let row = first; row < Math.min(this.count, first + room); row++) {
      // A row that looks as before is kept as it is.
      const isCurrent = row === this.current || row === this.marked;
      let line = isCurrent ? null : this.shown.get(row);
      if (!line) {
        this.list.append(line = this.line(row));
        line.classList.toggle('current', row === this.current);
      }
      const top = start + (row - first) * this.height;
      if (line.top !== top) line.style.top = `${line.top = top}px`;
      shown.set(row, line);
    }
    for (const [row, line] of this.shown) if (shown.get(row) !== line) line.remove();
    this.shown = shown;
    this.marked = this.current;
  }
}
