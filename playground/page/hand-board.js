// The board of a game by hand: what A knows, drawn as a replay draws it, with a field to aim at and the moves of
// the ship that is selected. Clicks and keys become fields; the caller decides what they mean.

/** The segment of a ship of length five that is drawn for each sign. `x`, a wreck, may be any segment. */
const SEGMENT = { '@': 0, '!': 1, '%': 4, '+': 2, x: 2 };
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** What A knows, with the fields and methods that `Board` needs of a replay's `Game`. */
export class Sight {
  constructor(view) {
    this.view = view;
    Object.assign(this, { data: { kind: 'hand', files: [] }, frames: [], turns: [0], at: 0, roll: [], corner: [0, 0] });
    Object.assign(this, { size: view.size, starts: view.starts });
    this.known = [new Fields(), new Fields()];
    for (const [row, first, last] of view.known) this.known[0].add(row, first, last);
    this.reefs = view.reefs.map(([row, col]) => [row, col, -1]);
    const own = view.own.map((ship) => ({ ...ship, id: ship.name, side: 0, type: ship.class, health: Array.from(ship.health, (digit) => digit === '1'), place: `${ship.row} ${ship.col}` }));
    this.ships = [...own, ...view.seen.map(part)];
    this.roll = this.ships;
  }

  label(_, value) { return String(value); }
  field(row, col) { return `${row} ${col}`; }
  place(d, i) { return `${d[i]} ${d[i + 1]}`; }
  seas() { return [[0, 0, ...this.size]]; }
  knows(side, row, col) { return this.known[side].holds(row, col); }

  /** The ship of A at a field. */
  ownAt(row, col) {
    return this.view.own.find((ship) => Array.from({ length: ship.length }, (_, k) => segment(ship, k)).some(([r, c]) => r === row && c === col));
  }

  /** Describes a field in words, for screen readers. */
  describe(row, col) {
    const own = this.ownAt(row, col);
    const seen = this.view.seen.find(([r, c]) => r === row && c === col);
    const shot = this.view.shots.find(([r, c]) => r === row && c === col);
    const what = own ? `your ${own.name}` : seen ? (seen[2] === 'x' ? 'a wreck of theirs' : 'a ship of theirs')
      : this.view.reefs.some(([r, c]) => r === row && c === col) ? 'a reef' : this.knows(0, row, col) ? 'open water' : 'not seen';
    return `${row} ${col}: ${what}${shot ? (shot[2] ? ', you hit here' : ', you missed here') : ''}`;
  }
}

/** A visible enemy segment, as a ship of which only this segment is drawn. */
function part([row, col, sign], id) {
  const k = SEGMENT[sign];
  const health = Array.from({ length: 5 }, (_, i) => !(i === k && sign === 'x'));
  return { id: `seen ${id}`, side: 1, type: 'CAR', index: 0, row: row - k, col, heading: 'N', health, part: k };
}

export class HandBoard extends Board {
  /** Calls `on.field(row, col)` for a chosen field, `on.key(key)` for other keys, `on.aim(text)` for a new aim. */
  constructor(on) {
    super();
    this.on = on;
    this.viewer = 0;
    this.reserve = { right: 6, bottom: 6 };
    this.aim = null;
    for (const [name, value] of [['role', 'application'], ['tabindex', '0'], ['focusable', 'true'],
      ['aria-label', 'Board: arrow keys aim, Enter selects a ship or shoots, F, L and R move the ship that is selected']]) this.svg.setAttribute(name, value);
    // The page also has a replay, whose patterns have the same ids.
    for (const pattern of this.svg.querySelectorAll('pattern')) pattern.id = `hand-${pattern.id}`;
    this.listenForFields();
  }

  /** Shows what A knows now; `offer` is what the selected ship can do. */
  update(sight, { selected, offer, advice, isSpying } = {}) {
    const isNew = !this.game || this.game.size.join() !== sight.size.join();
    Object.assign(this, { selected, offer, advice, isSpying });
    if (isNew) { this.show(sight); return; }
    this.game = sight;
    this.reefs = buckets(sight.reefs);
    this.isStep = true;
    this.render();
  }

  partsInSight(ship) { return [ship.part]; }

  drawStarts() {
    const { starts, view } = this.game;
    for (const side of [0, 1]) {
      const [top, left, bottom, right] = starts[side];
      this.path('start', view.may_place ? this.rect(top, left, bottom + 1, right + 1) : '', `side-${SIDES[side]}`);
    }
  }

  /** Draws shots, the hint, the aim, and what the selected ship can do. */
  drawDeed() {
    const { view } = this.game;
    const at = ([row, col]) => `translate(${this.x(col) + 0.5} ${this.y(row) + 0.5})`;
    const shots = view.shots.map(([row, col, isHit]) => draw('g', { transform: at([row, col]), class: `peg ${isHit ? 'hit' : 'water'}` }, ...pegShape(isHit ? 'hit' : 'water')));
    for (const field of view.theirs) shots.push(draw('circle', { class: 'theirs', r: 0.42, transform: at(field) }));
    const ghosts = this.drawOffer(at, shots);
    if (this.advice?.at) shots.push(draw('rect', { class: 'advised', x: -0.45, y: -0.45, width: 0.9, height: 0.9, rx: 0.15, transform: at(this.advice.at) }));
    if (this.aim && !view.is_over) {
      shots.push(draw('rect', { class: `aim${this.isSpying ? ' plane-aim' : ''}`, x: this.isSpying ? -1.5 : -0.48, y: this.isSpying ? -1.5 : -0.48, width: this.isSpying ? 3 : 0.96, height: this.isSpying ? 3 : 0.96, rx: 0.12, transform: at(this.aim) }));
    }
    this.layers.shot.replaceChildren(...shots);
    this.layers.ghost.replaceChildren(...ghosts);
  }

  /** The selected ship: its range, and where it can go. */
  drawOffer(at, shots) {
    const ship = this.selected;
    if (!ship) return [];
    const outline = (place, name) => draw('path', { class: name, d: hullPath(place.length, ship.class === 'CAR'), transform: `${at([place.row, place.col])} rotate(${TURNS[place.heading]})` });
    shots.push(outline(ship, 'chosen'));
    if (!this.offer) return [];
    const { ways, range, cannon, shoots } = this.offer;
    if (shoots && range) shots.push(draw('circle', { class: 'range', r: range + 0.5, transform: at(cannon) }));
    const open = ways.filter(({ place }) => place);
    for (const { sign, place } of open) shots.push(draw('g', { class: 'way', transform: at([place.row, place.col]) }, draw('circle', { r: 0.36 }), draw('path', { d: WAY_SHAPES[sign], transform: `rotate(${TURNS[ship.heading]})` })));
    return open.map(({ place }) => outline(place, 'side-A was'));
  }

  /** The field at a point of the window, or null outside the board. */
  fieldAt({ clientX, clientY }) {
    const { left, top } = this.svg.getBoundingClientRect();
    const { row, col, scale } = this.view;
    const at = [Math.floor(row + (clientY - top) / scale), Math.floor(col + (clientX - left) / scale)];
    return this.isField(at) ? at : null;
  }

  isField([row, col]) { return row >= 0 && col >= 0 && row < this.game.size[0] && col < this.game.size[1]; }

  listenForFields() {
    let down = null;
    this.svg.addEventListener('pointerdown', ({ clientX, clientY }) => { down = [clientX, clientY]; });
    this.svg.addEventListener('click', (event) => {
      const isDrag = down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 6;
      const at = !isDrag && this.game && this.fieldAt(event);
      if (at) { this.aim = null; this.on.field(...at); }
    });
    this.svg.addEventListener('pointermove', (event) => {
      if (event.pointerType !== 'mouse' || !this.game) return;
      this.aimAt(this.fieldAt(event), false);
    });
    this.svg.addEventListener('pointerleave', () => this.game && this.aimAt(null, false));
    this.svg.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.game || !this.key(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  key(key) {
    if (ARROWS[key]) {
      const [rows, cols] = ARROWS[key];
      const from = this.aim || this.middle();
      const to = this.aim ? [from[0] + rows, from[1] + cols] : from;
      if (this.isField(to)) this.aimAt(to, true);
      return true;
    }
    if ((key === 'Enter' || key === ' ') && this.aim) { this.on.field(...this.aim); return true; }
    return this.on.key(key);
  }

  /** Where aiming begins: at the selected ship, else in the middle. */
  middle() { return this.selected ? [this.selected.row, this.selected.col] : this.game.size.map((length) => Math.floor(length / 2)); }

  aimAt(at, isSpoken) {
    if (at?.join() === this.aim?.join()) return;
    this.aim = at;
    this.drawDeed();
    if (at && isSpoken) this.on.aim(this.game.describe(...at));
  }
}

/** The signs of the manoeuvres, for a ship that heads north. */
const WAY_SHAPES = {
  F: 'M0 .2V-.18M-.15-.04L0-.2.15-.04', L: 'M.16 .18V0Q.16-.1 .06-.1H-.16M-.04-.22L-.17-.1-.04 .02', R: 'M-.16 .18V0Q-.16-.1-.06-.1H.16M.04-.22L.17-.1 .04 .02',
};
