'use strict';
// The state of a game after any frame, without drawing it. `crates/ships/src/script/replay/page.rs` says what a frame is;
// its entry `d` (what happened) is called a deed here.

const SIDES = ['A', 'B'];
const STEPS = { N: [-1, 0], E: [0, 1], S: [1, 0], W: [0, -1] };

/** A set of fields: for each row its runs of columns, `[first, last, first, last, ...]`, sorted and not adjacent. */
class Fields {
  constructor(rows = new Map()) { this.rows = rows; }

  copy() { return new Fields(new Map(Array.from(this.rows, ([row, runs]) => [row, runs.slice()]))); }

  holds(row, col) {
    const runs = this.rows.get(row);
    if (!runs) return false;
    const at = Fields.find(runs, col);
    return at < runs.length && runs[at] <= col;
  }

  /** The index in `runs` of the first run that ends at or after `col`. */
  static find(runs, col) {
    let low = 0, high = runs.length / 2;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (runs[2 * middle + 1] < col) low = middle + 1; else high = middle;
    }
    return 2 * low;
  }

  /** Adds a run of fields. None of them may be in the set. */
  add(row, first, last) {
    const runs = this.rows.get(row);
    if (!runs) { this.rows.set(row, [first, last]); return; }
    const at = Fields.find(runs, first);
    const joinsBefore = at > 0 && runs[at - 1] + 1 === first;
    const joinsAfter = at < runs.length && runs[at] === last + 1;
    if (joinsBefore && joinsAfter) runs.splice(at - 1, 2);
    else if (joinsBefore) runs[at - 1] = last;
    else if (joinsAfter) runs[at] = first;
    else runs.splice(at, 0, first, last);
  }

  /** Removes a run of fields. All of them must be in the set. */
  remove(row, first, last) {
    const runs = this.rows.get(row);
    if (!runs) return;
    const at = Fields.find(runs, first);
    const kept = [];
    if (runs[at] < first) kept.push(runs[at], first - 1);
    if (runs[at + 1] > last) kept.push(last + 1, runs[at + 1]);
    runs.splice(at, 2, ...kept);
    if (!runs.length) this.rows.delete(row);
  }

  change([gained, lost], sign) {
    const [more, less] = sign > 0 ? [gained, lost] : [lost, gained];
    for (let i = 0; i < less.length; i += 3) this.remove(less[i], less[i + 1], less[i + 2]);
    for (let i = 0; i < more.length; i += 3) this.add(more[i], more[i + 1], more[i + 2]);
  }
}

/** The game after `at` frames. `go` brings it to any other frame. */
class Game {
  /** `origin`: the exact field from which numbers beyond 2^53 are counted. */
  constructor(data, origin) {
    this.data = data;
    this.frames = data.frames;
    // `data.heat` has, for the line of an order, how promising the bot found each field before the order.
    if (data.heat) for (const frame of this.frames) if (data.heat[frame.l] && 'shot spy'.includes(frame.d[0])) frame.h = data.heat[frame.l];
    this.grids = data.grids && new Grids(data.grids);
    this.base = rebase(data, origin);
    /** All ships of the whole game, by number. */
    this.roll = [];
    for (const { d } of this.frames) if (d[0] === 'ship') this.roll[d[1]] = { side: d[2], type: d[3], index: d[4], name: d[9] };
    this.at = 0;
    this.ships = [];
    this.known = [new Fields(), new Fields()];
    const shift = (n, i) => this.base ? Number(BigInt(n) - this.base[i % 2]) : n;
    // `corner` is the first row and column of the board; `size` is the row and column after the last ones.
    this.corner = [0, 0].map(shift);
    this.size = (data.size || [21, 10]).map(shift);
    this.starts = [[0, 0, 9, 9], [11, 0, 20, 9]].map((rect) => rect.map(shift));
    this.parts = [0, 0];
    /** The most parts that each side ever has. */
    this.most = [0, 0];
    this.reefs = [];
    this.turns = new Int32Array(this.frames.length + 1);
    this.survey();
  }

  /** Goes through all frames once. Stores copies, turns, reefs, sightings, and the values that frames replace. */
  survey() {
    const every = Math.max(1000, Math.floor(this.frames.length / 200));
    this.copies = [];
    this.sightings = [new Map(), new Map()];
    this.history = [[0, 0, 0]];
    const sample = Math.max(1, Math.floor(this.frames.length / 600));
    let due = 0;
    for (let i = 0; i < this.frames.length; i++) {
      if (i >= due) {
        this.copies.push(this.copy());
        due = i + Math.max(every, this.ships.length + this.known[0].rows.size + this.known[1].rows.size);
      }
      const { d } = this.frames[i];
      if (d[2] === 'reef') this.reefs.push([d[3], d[4], i]);
      if (d[2] === 'size') d.push(...this.size);
      if (d[2] === 'start') d.push(...this.starts[d[3]]);
      this.turns[i + 1] = this.turns[i] + (endsTurn(this.frames[i]) ? 1 : 0);
      const before = this.inSight(d, 0);
      this.apply(this.frames[i], 1);
      this.at = i + 1;
      this.notice(i, before);
      this.most = this.most.map((most, side) => Math.max(most, this.parts[side]));
      if (i % sample === 0 || i + 1 === this.frames.length) this.history.push([i + 1, ...this.parts]);
    }
  }

  /** For each side: where it sees a shot, a plane or a ship of the other side, before (0) or after (1) the frame. */
  inSight(d, when) {
    if (this.grids || this.data.kind === 'targeting') return [];
    if (d[0] === 'shot') return [0, 1].map((viewer) => (when && this.known[viewer].holds(d[1], d[2]) || this.roll[d[7]]?.side === viewer ? [[d[1], d[2]]] : []));
    if (d[0] === 'spy') return [0, 1].map((viewer) => (when && this.known[viewer].holds(d[1], d[2]) ? [[d[1], d[2]]] : []));
    if (d[0] !== 'move' && !(d[0] === 'ship' && when)) return [];
    const ship = this.ships[d[1]];
    return [0, 1].map((viewer) => (viewer === ship.side ? [] : [...ship.health.keys()].map((k) => segment(ship, k)).filter(([row, col]) => this.known[viewer].holds(row, col))));
  }

  /** Stores the fields at which each side sees something of frame `i`, before and after the frame. */
  notice(i, before) {
    const after = this.inSight(this.frames[i].d, 1);
    for (const viewer of [0, 1]) {
      const [from, to] = [before[viewer] || [], after[viewer] || []];
      if (from.length || to.length) this.sightings[viewer].set(i, { from, to });
    }
  }

  copy() {
    const { at, size, starts, parts } = this;
    return {
      at, size, starts: starts.slice(), parts: parts.slice(),
      ships: this.ships.map((ship) => ({ ...ship, health: ship.health.slice() })),
      known: this.known.map((fields) => fields.copy()),
    };
  }

  /** Makes this the game after the first `at` frames. */
  go(at) {
    at = Math.max(0, Math.min(at, this.frames.length));
    let low = 0, high = this.copies.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.copies[middle].at <= at) low = middle + 1; else high = middle;
    }
    const near = this.copies[low - 1];
    if (near && at - near.at < Math.abs(at - this.at)) {
      const { ships, known, size, starts, parts } = near;
      this.ships = ships.map((ship) => ({ ...ship, health: ship.health.slice() }));
      this.known = known.map((fields) => fields.copy());
      Object.assign(this, { at: near.at, size, starts: starts.slice(), parts: parts.slice() });
    }
    while (this.at < at) this.apply(this.frames[this.at++], 1);
    while (this.at > at) this.apply(this.frames[--this.at], -1);
  }

  /** Carries out a frame, or takes it back if `sign` is -1. */
  apply(frame, sign) {
    const { d, a, b } = frame;
    if (d[0] === 'ship') this.bring(d, sign);
    else if (d[0] === 'move') {
      const ship = this.ships[d[1]];
      [ship.row, ship.col, ship.heading] = sign > 0 ? [d[5], d[6], d[7]] : [d[2], d[3], d[4]];
      ship.place = this.place(d, sign > 0 ? 5 : 2);
    } else if (d[0] === 'shot' && (d[6] === 'hit' || d[6] === 'sunk')) {
      const ship = this.ships[d[7]];
      ship.health[d[8]] = sign < 0;
      this.parts[ship.side] -= sign;
    } else if (d[2] === 'size') this.size = sign > 0 ? [d[3], d[4]] : [d[5], d[6]];
    else if (d[2] === 'start') this.starts[d[3]] = sign > 0 ? d.slice(4, 8) : d.slice(8, 12);
    if (a) this.known[0].change(a, sign);
    if (b) this.known[1].change(b, sign);
  }

  bring(d, sign) {
    const [, id, side, type, index, row, col, heading, health, name] = d;
    const whole = Array.from(health, (digit) => digit === '1');
    this.parts[side] += sign * whole.filter(Boolean).length;
    if (sign < 0) this.ships.length = id;
    else this.ships[id] = { id, side, type, index, row, col, heading, name, health: whole, place: this.place(d, 5) };
  }

  /** The frame that was carried out last. */
  get frame() { return this.frames[this.at - 1]; }

  /** A row or column as the script writes it, or as bots that only fire and their records do. */
  label(axis, value) {
    if (this.data.kind === 'targeting') return axis ? letters(value) : String(value + 1);
    if (this.grids) return axis ? this.grids.col(value) : this.grids.row(value);
    return this.base ? String(BigInt(value) + this.base[axis]) : String(value);
  }

  /** A field as the script writes it. */
  field(row, col) {
    if (this.grids) return this.grids.field(row, col);
    const [down, across] = [this.label(0, row), this.label(1, col)];
    return this.data.kind === 'targeting' ? across + down : `${down} ${across}`;
  }

  /** The parts of the board that are sea: top, left, bottom, right. `bottom` and `right` are not included. */
  seas() { return this.grids ? this.grids.seas() : [[...this.corner, ...this.size]]; }

  /** Whether a side knows a field. On two grids, it knows all fields of its own grid. */
  knows(side, row, col) { return this.grids?.side(col) === side || this.known[side].holds(row, col); }

  /** The field whose row is entry `i` of the deed `d`, exact to the digit. */
  place(d, i) {
    if (this.grids || this.data.kind === 'targeting') return this.field(d[i], d[i + 1]);
    const exact = d.exact || d;
    return `${exact[i]} ${exact[i + 1]}`;
  }

  /** The field of a frame as a new origin, or null if the frame is near enough to the present origin. */
  farOrigin({ d }) {
    const at = { ship: 5, move: 5, shot: 1, spy: 1 }[d[0]];
    if (!this.base || !at || Math.max(Math.abs(d[at]), Math.abs(d[at + 1])) < EXACT) return null;
    return [BigInt(d.exact[at]), BigInt(d.exact[at + 1])];
  }
}

/** The field of a segment. */
function segment(ship, k) {
  const [rows, cols] = STEPS[ship.heading];
  return [ship.row - rows * k, ship.col - cols * k];
}

/** Which entries of a deed are rows (0) and columns (1). */
const PLACES = {
  ship: { 5: 0, 6: 1 }, move: { 2: 0, 3: 1, 5: 0, 6: 1 }, shot: { 1: 0, 2: 1, 4: 0, 5: 1 }, spy: { 1: 0, 2: 1, 4: 0, 5: 1 },
  reef: { 3: 0, 4: 1 }, size: { 3: 0, 4: 1 }, start: { 4: 0, 5: 1, 6: 0, 7: 1 },
};

/** Up to this distance from the origin, a number can tell each field from its neighbours. */
const EXACT = 2 ** 50;

/**
 * Numbers beyond 2^53 come as text. Then all numbers are counted from an origin, at first the bow of the first ship.
 * Fields near the origin are drawn exactly. To draw a field far away exactly, the origin is moved there.
 */
function rebase(data, origin) {
  const places = (d) => PLACES[d[0] === 'set' ? d[2] : d[0]] || {};
  const isLarge = ({ d, a, b }) => d.some((v, i) => typeof v === 'string' && i in places(d))
    || [...(a || []), ...(b || [])].some((runs) => runs.some((n) => typeof n === 'string'));
  if (!data.exact && !data.frames.some(isLarge)) return null;
  // Keeps the exact numbers. The numbers for drawing are made from them.
  data.exact ||= data.frames.map(({ d, a, b }) => ({ d, a, b }));
  const ship = data.exact.find(({ d }) => d[0] === 'ship')?.d;
  const base = origin || (ship ? [BigInt(ship[5]), BigInt(ship[6])] : [0n, 0n]);
  const near = (n, axis) => Number(BigInt(n) - base[axis]);
  data.frames.forEach((frame, i) => {
    const { d, a, b } = data.exact[i];
    frame.d = d.map((v, k) => (k in places(d) ? near(v, places(d)[k]) : v));
    frame.d.exact = d;
    for (const [key, sight] of [['a', a], ['b', b]]) if (sight) frame[key] = sight.map((runs) => runs.map((n, k) => near(n, k % 3 ? 1 : 0)));
  });
  return base;
}
