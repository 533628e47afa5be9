// The board as a picture that pans and zooms. A field is one unit wide and high. The origin stays near what is
// shown, so that boards of any size are drawn exactly. Only what is in sight is drawn.

/** If a board has more fields than this, only the fields around its ships are shown at first. */
const WHOLE = 1e6;
/** If a field has fewer pixels than this, ships are drawn as dashes. */
const FINE = 5;
const MARGIN = 26;
/** Pixels below two grids for the names of their owners. */
const FOOT = 26;

/** A picture of the sea that pans and zooms. A subclass draws what is on the sea. */
class Chart {
  constructor() {
    this.layers = {};
    this.world = draw('g');
    for (const name of ['fog', 'sea', 'heat', 'start', 'grid', 'edge', 'reef', 'ghost', 'dash', 'ship', 'shot']) {
      this.layers[name] = draw('g', { class: `layer ${name}` });
      this.world.append(this.layers[name]);
    }
    this.rim = draw('g', { class: 'rim', 'aria-hidden': 'true' });
    const wave = draw('pattern', { id: 'wave', width: 4, height: 2, patternUnits: 'userSpaceOnUse' },
      draw('path', { d: 'M.4 .62q.25-.22 .5 0t.5 0M2.5 1.55q.25-.22 .5 0t.5 0', class: 'crest' }));
    const haze = draw('pattern', { id: 'haze', width: 0.5, height: 0.5, patternUnits: 'userSpaceOnUse' }, draw('path', { d: 'M0 .5L.5 0', class: 'veil' }));
    this.svg = draw('svg', { class: 'board', role: 'group', 'aria-label': 'Board', focusable: 'false' }, draw('defs', {}, wave, haze), this.world, this.rim);
    this.view = { row: 0, col: 0, scale: 30 };
    this.anchor = [0, 0];
    this.box = { width: 600, height: 600 };
    this.isFitted = true;
    /** Pixels that buttons need at the edges. */
    this.reserve = { right: 6, bottom: 6 };
    this.listen();
    new ResizeObserver(() => this.resize()).observe(this.svg);
  }

  show(game) {
    this.game = game;
    this.isFitted = true;
    this.resize();
  }

  resize() {
    const { width, height } = this.svg.getBoundingClientRect();
    if (width < 2 || height < 2) return;
    this.box = { width, height };
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    if (!this.game) return;
    if (this.isFitted) this.fit(); else this.render();
  }

  /** The fields that are shown at first: top, left, bottom, right. The last two are not included. */
  extent() {
    const { corner: [top, left], size: [bottom, right], ships } = this.game;
    if ((bottom - top) * (right - left) <= WHOLE) return [top, left, bottom, right];
    const places = ships.flatMap((ship) => [segment(ship, 0), segment(ship, ship.health.length - 1)]);
    if (!places.length) return [top, left, Math.min(bottom, top + 40), Math.min(right, left + 40)];
    const rows = places.map(([row]) => row), cols = places.map(([, col]) => col);
    const least = (list) => list.reduce((a, b) => Math.min(a, b)), most = (list) => list.reduce((a, b) => Math.max(a, b));
    return [Math.max(top, least(rows) - 6), Math.max(left, least(cols) - 6), Math.min(bottom, most(rows) + 7), Math.min(right, most(cols) + 7)];
  }

  fit() {
    this.isFitted = true;
    const [top, left, bottom, right] = this.extent();
    this.fitted = [top, left, bottom, right].join();
    const { right: beside, bottom: below } = this.reserve;
    const room = { width: this.box.width - MARGIN - beside, height: this.box.height - MARGIN - below - (this.game.grids ? FOOT : 0) };
    const scale = Math.max(1e-18, Math.min(room.width / (right - left), room.height / (bottom - top), 72));
    this.view = {
      scale,
      row: (top + bottom) / 2 - (MARGIN + room.height / 2) / scale,
      col: (left + right) / 2 - (MARGIN + room.width / 2) / scale,
    };
    this.render();
  }

  /** Fits the board again if its extent has changed since it was fitted. */
  refit() {
    const extent = this.extent().join();
    if (this.isFitted && extent !== this.fitted) this.fit();
  }

  /** Scales by `factor` around a point of the picture, by default its middle. */
  zoom(factor, x = this.box.width / 2, y = this.box.height / 2) {
    const { row, col, scale } = this.view;
    const next = Math.min(160, Math.max(1e-18, scale * factor));
    this.view = { scale: next, row: row + y / scale - y / next, col: col + x / scale - x / next };
    this.isFitted = false;
    this.render();
  }

  pan(x, y) {
    this.view.row -= y / this.view.scale;
    this.view.col -= x / this.view.scale;
    this.isFitted = false;
    this.render();
  }

  /** Brings fields into sight: moves the picture and, if ships are dashes, zooms in. */
  follow(places) {
    if (!places.length) return;
    const { row, col, scale } = this.view;
    const isIn = ([r, c]) => r >= row + MARGIN / scale && c >= col + MARGIN / scale
      && r + 1 <= row + this.box.height / scale && c + 1 <= col + this.box.width / scale;
    if (scale >= FINE && places.every(isIn)) return;
    const [r, c] = places[places.length - 1];
    const near = Math.max(scale, 24);
    this.view = { scale: near, row: r + 0.5 - this.box.height / 2 / near, col: c + 0.5 - this.box.width / 2 / near };
    this.isFitted = false;
  }

  listen() {
    const touches = new Map();
    let moved = false;
    this.svg.addEventListener('wheel', (event) => {
      event.preventDefault();
      const { left, top } = this.svg.getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), event.clientX - left, event.clientY - top);
    }, { passive: false });
    this.svg.addEventListener('pointerdown', (event) => {
      if (event.button > 0) return;
      touches.set(event.pointerId, [event.clientX, event.clientY]);
      moved = false;
    });
    this.svg.addEventListener('pointermove', (event) => {
      const old = touches.get(event.pointerId);
      if (!old) return;
      const now = [event.clientX, event.clientY];
      if (!moved && Math.hypot(now[0] - old[0], now[1] - old[1]) < 4) return;
      if (!moved) { moved = true; this.svg.setPointerCapture(event.pointerId); }
      const { left, top } = this.svg.getBoundingClientRect();
      const other = [...touches].find(([id]) => id !== event.pointerId)?.[1];
      touches.set(event.pointerId, now);
      if (!other) { this.pan(now[0] - old[0], now[1] - old[1]); return; }
      const apart = (point) => Math.max(1, Math.hypot(point[0] - other[0], point[1] - other[1]));
      this.zoom(apart(now) / apart(old), (now[0] + other[0]) / 2 - left, (now[1] + other[1]) / 2 - top);
    });
    for (const end of ['pointerup', 'pointercancel']) this.svg.addEventListener(end, (event) => touches.delete(event.pointerId));
    this.svg.addEventListener('dblclick', (event) => {
      const { left, top } = this.svg.getBoundingClientRect();
      this.zoom(1.8, event.clientX - left, event.clientY - top);
    });
  }

  /** The fields in sight. `bottom` and `right` are not included. */
  sight() {
    const { row, col, scale } = this.view;
    const { corner, size } = this.game;
    return {
      top: Math.max(corner[0], Math.floor(row)), left: Math.max(corner[1], Math.floor(col)),
      bottom: Math.min(size[0], Math.ceil(row + this.box.height / scale)),
      right: Math.min(size[1], Math.ceil(col + this.box.width / scale)),
    };
  }

  /** The parts of the sea that are in sight. */
  seasIn({ top, left, bottom, right }) {
    const seen = this.game.seas().map(([a, b, c, d]) => [Math.max(a, top), Math.max(b, left), Math.min(c, bottom), Math.min(d, right)]);
    return seen.filter(([a, b, c, d]) => c > a && d > b);
  }

  /** Places the picture. A subclass also draws what is in sight. */
  render() {
    const { row, col, scale } = this.view;
    const anchor = [Math.floor(row), Math.floor(col)];
    // Ships glide from step to step, but not if the picture moves too.
    this.svg.classList.toggle('glides', this.isStep && anchor.join() === this.anchor.join());
    this.isStep = false;
    this.anchor = anchor;
    const place = `translate(${(anchor[1] - col) * scale} ${(anchor[0] - row) * scale}) scale(${scale})`;
    if (this.placed !== place) this.world.setAttribute('transform', this.placed = place);
    this.svg.classList.toggle('coarse', scale < FINE);
    this.svg.classList.toggle('pans', !this.isFitted);
  }

  /** Converts a column (`x`) or a row (`y`) of the board to units of the picture. */
  x(col) { return col - this.anchor[1]; }
  y(row) { return row - this.anchor[0]; }

  /** The path around a rectangle of fields. `bottom` and `right` are not included. */
  rect(top, left, bottom, right) {
    return `M${this.x(left)} ${this.y(top)}H${this.x(right)}V${this.y(bottom)}H${this.x(left)}Z`;
  }

  /** Sets the path of the class `name` in a layer. Each class has one path. */
  path(layer, d, name = 'all') {
    const paths = (this.layers[layer].paths ||= new Map());
    let path = paths.get(name);
    if (!path) paths.set(name, this.layers[layer].appendChild(path = draw('path', { class: name })));
    if (path.shown !== d) path.setAttribute('d', path.shown = d);
  }

  /** Lines between fields, and the numbers of rows and columns at the edge. */
  drawGrid({ top, left, bottom, right }) {
    const { scale } = this.view;
    const seas = this.seasIn({ top, left, bottom, right });
    this.path('grid', scale >= 9 ? seas.map((sea) => this.lines(...sea)).join('') : '');
    this.path('edge', this.game.seas().map((sea) => this.edges([top, left, bottom, right], sea)).join(''));
    const { row, col } = this.view;
    const key = [row, col, scale, top, left, bottom, right].join();
    if (this.numbered === key) return;
    this.numbered = key;
    this.rim.replaceChildren(...this.numbers(0, top, bottom), ...this.numbers(1, left, right), ...this.owners());
  }

  /** The lines between fields. */
  lines(top, left, bottom, right) {
    let d = '';
    for (let i = 0; i <= bottom - top; i++) d += `M${this.x(left)} ${this.y(top + i)}H${this.x(right)}`;
    for (let i = 0; i <= right - left; i++) d += `M${this.x(left + i)} ${this.y(top)}V${this.y(bottom)}`;
    return d;
  }

  /** The edges of a sea that are in sight. */
  edges([top, left, bottom, right], sea) {
    const [first, last] = [Math.max(left, sea[1]), Math.min(right, sea[3])];
    const [upper, lower] = [Math.max(top, sea[0]), Math.min(bottom, sea[2])];
    if (upper >= lower || first >= last) return '';
    const rows = [sea[0], sea[2]].filter((row) => row >= top && row <= bottom);
    const cols = [sea[1], sea[3]].filter((col) => col >= left && col <= right);
    return rows.map((row) => `M${this.x(first)} ${this.y(row)}H${this.x(last)}`).join('')
      + cols.map((col) => `M${this.x(col)} ${this.y(upper)}V${this.y(lower)}`).join('');
  }

  /** The names of the owners, below two grids. */
  owners() {
    const { grids, data } = this.game;
    if (!grids) return [];
    const { row, col, scale } = this.view;
    return [0, 1].map((side) => {
      const place = { x: (grids.left(side) + grids.cols / 2 - col) * scale, y: (grids.rows - row) * scale + 18, 'text-anchor': 'middle', class: `owner side-${SIDES[side]}` };
      const text = draw('text', place);
      text.textContent = visible(names(data)[side]);
      return text;
    });
  }

  /** The numbers along an axis, rows (0) or columns (1), from `first` to before `end`: as many as have room. */
  numbers(axis, first, end) {
    if (end <= first) return [];
    const { row, col, scale } = this.view;
    const last = this.game.label(axis, end - 1);
    const room = axis ? last.length * 7.5 + 8 : 17;
    const steps = [1, 2, 5];
    let every = 1;
    for (let i = 0; every * scale < room; i++) every = steps[i % 3] * 10 ** Math.floor(i / 3);
    const sight = this.sight();
    const edge = Math.max(11, (sight.top - row) * scale - 8);
    const side = (sight.left - col) * scale - 7;
    const isBeside = side >= last.length * 7;
    const texts = [];
    const start = Math.ceil(first / every) * every;
    // Steps are counted, because far from the origin a number and its successor may be equal.
    for (let i = 0; i < (end - start) / every; i++) {
      const n = start + i * every;
      const at = (n + 0.5 - (axis ? col : row)) * scale;
      if (at < 8 && !(axis && isBeside)) continue;
      const place = axis ? { x: at, y: edge, 'text-anchor': 'middle' }
        : { x: isBeside ? side : 4, y: at + 4, 'text-anchor': isBeside ? 'end' : 'start' };
      const text = draw('text', place);
      text.textContent = this.game.label(axis, n);
      texts.push(text);
    }
    return texts;
  }
}
