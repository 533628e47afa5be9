// Draws ships, reefs, shots and heat on the sea, as one side knows them or as the referee sees them.

const NAMES = { CAR: 'carrier', BAT: 'battleship', CRU: 'cruiser', DES: 'destroyer' };
const TURNS = { N: 0, E: 90, S: 180, W: 270 };
/** A viewer is a side, 0 for A and 1 for B, or the referee. */
const REFEREE = 2;
/** The most ships in sight that are drawn one by one. If there are more, all are dashes. */
const MOST_SHIPS = 1500;
/** The most frames of the turn whose shots stay visible. */
const MOST_MARKS = 300;

function shipName(ship) {
  if (ship.name) return `${SIDES[ship.side]}'s ${ship.name}`;
  return ship.type ? `${SIDES[ship.side]}'s ${NAMES[ship.type]} ${ship.index}` : `the ship of ${ship.health.length}`;
}

/** Describes a ship in words, for its title. */
function shipTitle(game, ship) {
  const hurt = ship.health.flatMap((whole, k) => (whole ? [] : [k]));
  const state = !hurt.length ? 'undamaged'
    : hurt.length === ship.health.length ? 'sunk'
      : `destroyed: ${hurt.map((k) => sectionName(ship, k)).join(', ')}`;
  return `${shipName(ship)} at ${ship.place}, ${game.grids ? '' : `heading ${ship.heading}, `}${state}`;
}

function sectionName(ship, k) {
  const names = sections(ship.health.length, k, !ship.type).filter((name) => name !== 'deck');
  return names.length ? `${names.join(' and ')} (${k})` : `section ${k}`;
}

class Board extends Chart {
  constructor() {
    super();
    this.drawn = new Map();
    this.viewer = REFEREE;
  }

  show(game) {
    this.drawn.clear();
    this.layers.ship.replaceChildren();
    this.reefs = buckets(game.reefs);
    super.show(game);
  }

  render() {
    if (!this.game) return;
    super.render();
    const sight = this.sight();
    this.drawSea(sight);
    this.drawStarts();
    this.drawHeat();
    this.drawGrid(sight);
    this.drawReefs(sight);
    this.drawShips(sight);
    this.drawDeed();
  }

  knows(row, col) { return this.viewer === REFEREE || this.game.knows(this.viewer, row, col); }

  drawSea(sight) {
    const { top, left, bottom, right } = sight;
    const board = this.seasIn(sight).map((sea) => this.rect(...sea)).join('');
    if (this.viewer === REFEREE) {
      this.cover('fog', '');
      this.cover('sea', board);
      return;
    }
    const own = this.game.grids ? this.seasIn(sight).filter(([, first]) => this.game.grids.side(first) === this.viewer) : [];
    const parts = own.map((sea) => this.rect(...sea));
    const { rows } = this.game.known[this.viewer];
    const add = (row, runs) => {
      for (let i = Fields.find(runs, left); i < runs.length && runs[i] < right; i += 2) {
        parts.push(this.rect(row, Math.max(left, runs[i]), row + 1, Math.min(right, runs[i + 1] + 1)));
      }
    };
    if (rows.size < bottom - top) {
      for (const [row, runs] of rows) if (row >= top && row < bottom) add(row, runs);
    } else {
      for (let i = 0; i < bottom - top; i++) if (rows.has(top + i)) add(top + i, rows.get(top + i));
    }
    this.cover('fog', board);
    this.cover('sea', parts.join(''));
  }

  /** Fills an area with a colour and, if fields are large enough, with a pattern. */
  cover(layer, d) {
    this.path(layer, d);
    this.path(layer, this.view.scale >= 12 ? d : '', 'pattern');
  }

  /** Draws the rectangle in which a side may place its ships, while it places them. */
  drawStarts() {
    const { frame, starts } = this.game;
    for (const side of [0, 1]) {
      const isNow = frame && ((frame.d[0] === 'ship' && frame.t === side) || (frame.d[2] === 'start' && frame.d[3] === side));
      const [top, left, bottom, right] = starts[side];
      this.path('start', isNow && top <= bottom && left <= right ? this.rect(top, left, bottom + 1, right + 1) : '', `side-${SIDES[side]}`);
    }
  }

  /** The heat of each field (how promising a bot found it) before the current frame. Empty if the viewer may not know it. */
  heat() {
    const { frame } = this.game;
    return frame?.h && !this.hidesHeat && this.canSee(frame.t) ? frame.h : [];
  }

  drawHeat() {
    const heat = this.heat();
    this.svg.classList.toggle('heated', heat.length > 0);
    // The heat is about the other side's ships, so the ships of the side that moves look as usual.
    for (const side of [0, 1]) this.svg.classList.toggle(`by-${SIDES[side]}`, heat.length > 0 && this.game.frame.t === side);
    const [rows, cols] = this.game.size;
    const levels = Array.from({ length: 10 }, () => []);
    for (let i = 0; i < heat.length && i < rows * cols; i++) {
      const level = Math.ceil(heat[i] / 12.5);
      const [row, col] = [Math.floor(i / cols), i % cols];
      if (level > 0) levels[level].push(this.rect(row, col, row + 1, col + 1));
    }
    for (let level = 1; level < 10; level++) this.path('heat', levels[level].join(''), `heat-${level}`);
  }

  /** The heat of the field at a point of the picture, in words. */
  heatAt(x, y) {
    const heat = this.game ? this.heat() : [];
    if (!heat.length) return '';
    const { row, col, scale } = this.view;
    const [r, c] = [Math.floor(row + y / scale), Math.floor(col + x / scale)];
    const [rows, cols] = this.game.size;
    if (r < 0 || c < 0 || r >= rows || c >= cols) return '';
    return `${this.game.field(r, c)}: ${heat[r * cols + c]} % of the best field`;
  }

  drawReefs({ top, left, bottom, right }) {
    const { size, map, born } = this.reefs;
    const isNear = this.view.scale >= FINE;
    let laid = 0, high = born.length;
    while (laid < high) {
      const middle = (laid + high) >> 1;
      if (born[middle] < this.game.at) laid = middle + 1; else high = middle;
    }
    const look = [laid, top, left, bottom, right, isNear, this.anchor].join();
    if (this.reefs.look === look) return;
    this.reefs.look = look;
    const parts = [];
    // If fields are small, reefs that fall on the same few pixels are drawn once.
    const grain = isNear ? 1 : Math.ceil(4 / this.view.scale), drawn = new Set();
    const [first, last] = [Math.floor(top / size), Math.floor((bottom - 1) / size)];
    const add = (reefs) => {
      for (const [row, col, frame] of reefs) {
        if (frame >= this.game.at || row < top || row >= bottom || col < left || col >= right) continue;
        if (isNear) {
          parts.push(`M${this.x(col)} ${this.y(row)}${rockAt(row, col)}`);
          continue;
        }
        const [y, x] = [Math.floor(row / grain) * grain, Math.floor(col / grain) * grain];
        const key = `${y} ${x}`;
        if (!drawn.has(key)) parts.push(this.rect(y, x, y + grain, x + grain));
        drawn.add(key);
      }
    };
    for (const [key, reefs] of map) {
      const [down, across] = key;
      if (reefs && down >= first && down <= last && across * size < right && (across + 1) * size > left) add(reefs.list);
    }
    this.path('reef', parts.join(''));
  }

  drawShips(sight) {
    const seen = new Set();
    const dashes = [[], [], []];
    const inSight = (ship) => {
      const [row, col] = segment(ship, ship.health.length - 1);
      return Math.max(row, ship.row) >= sight.top && Math.min(row, ship.row) < sight.bottom
        && Math.max(col, ship.col) >= sight.left && Math.min(col, ship.col) < sight.right;
    };
    const ships = this.game.ships.filter(inSight);
    const isFine = this.view.scale >= FINE && ships.length <= MOST_SHIPS;
    for (const ship of ships) {
      if (this.viewer === REFEREE || ship.side === this.viewer) {
        if (ships.length <= MOST_SHIPS) seen.add(this.drawShip(ship, isFine));
        if (!isFine) this.dash(ship, dashes);
      } else {
        for (const k of this.partsInSight(ship)) seen.add(this.drawPart(ship, k));
      }
    }
    for (const [key, element] of this.drawn) {
      if (!seen.has(key)) { element.remove(); this.drawn.delete(key); }
    }
    for (const [i, name] of ['side-A', 'side-B', 'sunk'].entries()) this.path('dash', dashes[i].join(''), name);
  }

  /** The segments of an enemy ship that the viewer sees. */
  partsInSight(ship) { return [...ship.health.keys()].filter((k) => this.knows(...segment(ship, k))); }

  /** Adds the dash that stands for a ship if fields are small: at least four pixels wide and high. */
  dash(ship, dashes) {
    const [row, col] = segment(ship, ship.health.length - 1);
    const least = 4 / this.view.scale;
    const isSunk = !ship.health.some(Boolean);
    const [x, y] = [this.x(Math.min(col, ship.col)), this.y(Math.min(row, ship.row))];
    const [width, height] = [Math.max(Math.abs(col - ship.col) + 1, least), Math.max(Math.abs(row - ship.row) + 1, least)];
    dashes[isSunk ? 2 : ship.side].push(`M${x} ${y}h${width}v${height}h${-width}Z`);
  }

  drawShip(ship, isFine) {
    const key = `ship ${ship.id}`;
    const look = `${ship.type}${ship.health.map(Number).join('')}${isFine}`;
    let element = this.drawn.get(key);
    if (element?.look !== look) {
      const fresh = draw('g', { role: 'img' });
      fresh.append(draw('title'), this.shipShape(ship, isFine));
      fresh.look = look;
      if (element) { fresh.angle = element.angle; element.replaceWith(fresh); } else this.layers.ship.append(fresh);
      this.drawn.set(key, element = fresh);
    }
    const isSunk = !ship.health.some(Boolean);
    const name = `vessel side-${SIDES[ship.side]}${isSunk ? ' sunk' : ''}${this.game.frame && acts(this.game.frame.d, ship.id) ? ' acts' : ''}`;
    if (element.getAttribute('class') !== name) element.setAttribute('class', name);
    const title = shipTitle(this.game, ship);
    if (element.title !== title) {
      element.firstChild.textContent = element.title = title;
      element.setAttribute('aria-label', title);
    }
    // The ship rotates the shorter way round.
    const goal = TURNS[ship.heading], now = element.angle ?? goal;
    element.angle = now + ((((goal - now) % 360) + 540) % 360) - 180;
    const place = `translate(${this.x(ship.col) + 0.5}px,${this.y(ship.row) + 0.5}px) rotate(${element.angle}deg)`;
    if (element.place !== place) element.style.transform = element.place = place;
    return key;
  }

  shipShape(ship, isFine) {
    const length = ship.health.length;
    const body = draw('g');
    if (!isFine) return body;
    body.append(draw('path', { d: hullPath(length, ship.type === 'CAR'), class: 'hull' }));
    if (ship.type === 'CAR') body.append(draw('path', { d: `M-.24 .1V${length - 0.75}`, class: 'runway' }));
    if (ship.side === 1) body.append(draw('path', { d: `M-.3 ${length - 0.72}H.3M-.3 ${length - 0.62}H.3`, class: 'stripe' }));
    ship.health.forEach((whole, k) => body.append(sectionShape(length, k, whole, !ship.type)));
    return body;
  }

  /** Draws a section of an enemy ship. A side does not see to which ship the section belongs. */
  drawPart(ship, k) {
    const [row, col] = segment(ship, k);
    const key = `part ${row} ${col}`;
    const whole = ship.health[k];
    const look = `${ship.side}${whole}${sections(ship.health.length, k, !ship.type)}${this.view.scale >= FINE}`;
    let element = this.drawn.get(key);
    if (element?.look !== look) {
      const title = `enemy section at ${this.game.field(row, col)}: ${whole ? sections(ship.health.length, k, !ship.type).join(' and ') : 'destroyed'}`;
      const fresh = draw('g', { role: 'img', 'aria-label': title, class: `vessel part side-${SIDES[ship.side]}${whole ? '' : ' sunk'}` });
      const shape = sectionShape(ship.health.length, k, whole, !ship.type);
      shape.removeAttribute('transform');
      fresh.append(draw('title'), draw('rect', { x: -0.43, y: -0.43, width: 0.86, height: 0.86, rx: 0.16, class: 'hull' }), shape);
      fresh.firstChild.textContent = title;
      fresh.look = look;
      if (element) element.replaceWith(fresh); else this.layers.ship.append(fresh);
      this.drawn.set(key, element = fresh);
    }
    const place = `translate(${this.x(col) + 0.5}px,${this.y(row) + 0.5}px)`;
    if (element.place !== place) element.style.transform = element.place = place;
    return key;
  }

  /** Draws what happens in the frame, and where earlier shots fell. */
  drawDeed() {
    const { game } = this;
    const { frame } = game;
    const fresh = `${game.at} ${this.viewer}`;
    const place = ([row, col]) => `translate(${this.x(col) + 0.5} ${this.y(row) + 0.5})`;
    const shots = [], ghosts = [];
    for (const earlier of this.earlier()) {
      const { d, t } = earlier;
      if (d[0] === 'smoke' && this.canSee(t)) shots.push(this.area(d));
      if (d[0] !== 'shot' || !this.canSee(t, [d[1], d[2]])) continue;
      const outcome = outcomeFor(game, earlier, this.viewer);
      shots.push(draw('g', { transform: place([d[1], d[2]]), class: `peg ${outcome}` }, ...pegShape(outcome)));
    }
    if (frame?.d[0] === 'shot') this.drawShot(frame, place, shots);
    else if (frame?.d[0] === 'radar' || (frame?.d[0] === 'smoke' && this.canSee(frame.t))) shots.push(this.area(frame.d));
    else if (frame?.d[0] === 'spy' && this.canSee(frame.t, [frame.d[1], frame.d[2]])) this.drawFlight(frame, place, shots);
    else if (frame?.d[0] === 'move' && this.canSee(game.ships[frame.d[1]].side)) this.drawMove(frame.d, place, ghosts, shots);
    else if (frame?.d[0] === 'ship' && this.canSee(frame.d[2])) {
      shots.push(draw('circle', { class: 'arrival', r: 0.9, transform: place([frame.d[5], frame.d[6]]) }));
    }
    if (this.viewer !== REFEREE) this.drawSighting(place, ghosts);
    if (this.lastDeed !== fresh) for (const shape of shots) shape.classList.add('fresh');
    this.lastDeed = fresh;
    this.layers.shot.replaceChildren(...shots);
    this.layers.ghost.replaceChildren(...ghosts);
  }

  /** Draws where the viewer saw a ship of the other side before the ship moved. */
  drawSighting(place, ghosts) {
    const { game } = this;
    const from = game.frame?.d[0] === 'move' && game.sightings[this.viewer].get(game.at - 1)?.from || [];
    for (const at of from) ghosts.push(draw('rect', { x: -0.4, y: -0.4, width: 0.8, height: 0.8, class: `side-${SIDES[1 - this.viewer]}`, transform: place(at) }));
  }

  /** The rectangle of radar or smoke. */
  area(d) {
    const [, row, col, rows, cols] = d;
    return draw('path', { class: `square ${d[0]}`, d: this.rect(row, col, row + rows, col + cols) });
  }

  /** The earlier frames whose shots stay visible: those of the turn or, if ships never move, of the game. */
  earlier() {
    const { game } = this;
    const frames = [];
    const isStill = isAnnounced(game);
    for (let i = game.at - 2; i >= 0 && frames.length < MOST_MARKS + (isStill ? 2500 : 0); i--) {
      if (!isStill && game.turns[i + 1] !== game.turns[game.at - 1]) break;
      frames.push(game.frames[i]);
    }
    return frames;
  }

  /** Whether the viewer may see an action of `side`: its own, the referee's, or one at a field `at` that it knows. */
  canSee(side, at) {
    return this.viewer === REFEREE || side === this.viewer || side === undefined || (at !== undefined && this.knows(...at));
  }

  drawShot(frame, place, shots) {
    const { d, t } = frame;
    const at = [d[1], d[2]];
    if (!this.canSee(t, at)) return;
    if (d[3] >= 0 && this.canSee(t)) shots.push(draw('path', { class: 'tracer', d: this.line([d[4], d[5]], at) }));
    const outcome = outcomeFor(this.game, frame, this.viewer);
    if (d[3] >= 0 && this.canSee(t)) shots.push(this.shell([d[4], d[5]], at, place));
    shots.push(draw('g', { transform: place(at) }, impactShape(outcome)));
    shots.push(draw('path', { class: 'sights', transform: place(at), d: 'M-.75 0H-.5M.5 0H.75M0-.75V-.5M0 .5V.75' }));
  }

  /** The shell of a shot, which flies once from the cannon to where it falls. */
  shell(from, to, place) {
    const shell = draw('circle', { class: 'shell', r: 0.13 });
    shell.style.setProperty('--from-x', `${from[1] - to[1]}px`);
    shell.style.setProperty('--from-y', `${from[0] - to[0]}px`);
    return draw('g', { transform: place(to), class: 'flying' }, shell);
  }

  /** Draws a plane, and its way from the carrier if the viewer may see the carrier. */
  drawFlight({ d, t }, place, shots) {
    const at = [d[1], d[2]];
    const isWhole = d[3] >= 0 && this.canSee(t);
    const angle = isWhole ? (Math.atan2(at[1] - d[5], d[4] - at[0]) * 180) / Math.PI : 0;
    if (isWhole) shots.push(draw('path', { class: 'flight', d: this.line([d[4], d[5]], at) }));
    shots.push(draw('rect', { class: 'square', x: -1.5, y: -1.5, width: 3, height: 3, transform: place(at) }));
    shots.push(draw('g', { transform: `${place(at)} rotate(${angle})` }, planeShape()));
  }

  drawMove(d, place, ghosts, shots) {
    const ship = this.game.ships[d[1]];
    const length = ship.health.length;
    ghosts.push(draw('path', { class: `side-${SIDES[ship.side]}`, d: hullPath(length, ship.type === 'CAR'), transform: `${place([d[2], d[3]])} rotate(${TURNS[d[4]]})` }));
    const middle = (row, col, heading) => {
      const [rows, cols] = STEPS[heading];
      return [row - (rows * (length - 1)) / 2, col - (cols * (length - 1)) / 2];
    };
    shots.push(draw('path', { class: 'wake', d: this.line(middle(d[2], d[3], d[4]), middle(d[5], d[6], d[7])) }));
  }

  line(from, to) {
    return `M${this.x(from[1]) + 0.5} ${this.y(from[0]) + 0.5}L${this.x(to[1]) + 0.5} ${this.y(to[0]) + 0.5}`;
  }

  /** The fields that a frame is about, as far as the viewer may see them. */
  places() {
    const { d, t } = this.game.frame || { d: [] };
    const at = { ship: [5, 6], move: [5, 6], shot: [1, 2], spy: [1, 2], radar: [1, 2], smoke: [1, 2] }[d[0]] || (d[2] === 'reef' ? [3, 4] : null);
    const place = at && [d[at[0]], d[at[1]]];
    return place && this.canSee(d[0] === 'ship' ? d[2] : t, d[0] === 'shot' ? place : undefined) ? [place] : [];
  }
}

/** Whether ship `id` acts in the deed `d`. */
function acts(d, id) {
  return ((d[0] === 'ship' || d[0] === 'move') && d[1] === id) || ((d[0] === 'shot' || d[0] === 'spy') && d[3] === id);
}

/** Whether a shot is a hit of which a side is told: its own shot, or one on its ship. */
function isTold(game, frame, viewer) {
  return isHit(frame) && (frame.t === viewer || game.roll[frame.d[7]].side === viewer);
}

/** How a shot ended, as far as the viewer can tell. */
function outcomeFor(game, frame, viewer) {
  const { d } = frame;
  const isOwn = d[7] >= 0 && game.roll[d[7]].side === viewer;
  if (viewer === REFEREE || isOwn || isAnnounced(game) || isTold(game, frame, viewer)) return d[6];
  if (!game.known[viewer].holds(d[1], d[2])) return 'unknown';
  return d[6] === 'sunk' ? 'hit' : d[6];
}

/** The mark of an earlier shot: a dot for water, a cross for a hit. */
function pegShape(outcome) {
  return outcome === 'hit' || outcome === 'sunk' || outcome === 'again'
    ? [draw('path', { d: 'M-.2-.2L.2.2M.2-.2L-.2.2' })]
    : [draw('circle', { r: 0.13 })];
}

/** Reefs, sorted into squares of the sea, so that only the squares in sight are searched. */
function buckets(reefs) {
  const size = 64, map = new Map(), index = new Map();
  for (const reef of reefs) {
    const key = `${Math.floor(reef[0] / size)} ${Math.floor(reef[1] / size)}`;
    let bucket = index.get(key);
    if (!bucket) {
      index.set(key, bucket = { list: [] });
      map.set(key.split(' ').map(Number), bucket);
    }
    bucket.list.push(reef);
  }
  return { size, map, born: reefs.map(([, , frame]) => frame) };
}
