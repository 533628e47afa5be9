// Describes frames in words, and makes the cards of the fleets and the legend.

const WAYS = { F: 'sails ahead', L: 'turns to port', R: 'turns to starboard' };
const MET = { water: 'splash, only water', reef: 'a reef', hit: 'a hit', sunk: 'sunk', again: 'a section destroyed before' };
/** The most ships of a side that are listed. */
const MOST_LISTED = 40;

/** The turn of the current frame, and the name of the side that plays it. */
function badge(game, names) {
  const { t } = game.frame;
  if (t === undefined) return make('span', 'who', game.grids ? 'Set-up' : game.data.kind === 'targeting' ? game.data.bot : 'Referee');
  return make('span', `who side-${SIDES[t]}`, `Turn ${game.turns[game.at - 1] + 1} · ${visible(names[t])}`);
}

/** The caption of the current frame for `viewer` (a side or the referee), as nodes. */
function describe(game, viewer, names) {
  const { frame } = game;
  if (!frame) return [make('span', 'who'), 'The start. Nothing has happened yet.'];
  return [badge(game, names), ' ', make('bdi', '', visible(sentence(game, viewer)))];
}

function sentence(game, viewer) {
  const { frame } = game;
  const { d, t } = frame;
  if (!maySee(game, frame, viewer)) return unseen(game, viewer);
  const words = game.grids && gridWords(game, frame);
  if (words) return `${words}.`;
  switch (d[0]) {
    case 'ship': return `${shipName(game.ships[d[1]])} comes to ${game.place(d, 5)}${game.grids ? '' : `, heading ${d[7]}`}.`;
    case 'move': return `${shipName(game.ships[d[1]])} ${WAYS[d[8]]}.`;
    case 'shot': return `${d[3] >= 0 ? `${shipName(game.ships[d[3]])} fires` : d[9] || 'Fires'} at ${game.place(d, 1)}: ${outcomeWords(game, frame, viewer)}.`;
    case 'spy': return `${d[3] >= 0 ? `A plane of ${shipName(game.ships[d[3]])}` : 'A plane'} looks around ${game.place(d, 1)}.`;
    case 'end': return d[2] >= 0 ? `${SIDES[d[1]]} ends the turn and wins.` : `${SIDES[d[1]]} ends the turn.`;
    case 'no': return `Refused: ${d[2]} – ${d[1]}.`;
    default: return d[1];
  }
}

/** What a side notices of an order that is not its own. */
function unseen(game, viewer) {
  const { d, t } = game.frame;
  if (d[0] === 'shot' && outcomeFor(game, game.frame, viewer) !== 'unknown') return `A shot falls at ${game.place(d, 1)}: ${outcomeWords(game, game.frame, viewer)}.`;
  const sighting = game.sightings[viewer].get(game.at - 1);
  if (sighting && d[0] === 'spy') return `A plane looks around ${game.place(d, 1)}.`;
  if (sighting && d[0] !== 'shot') return `${seenMove(game, sighting, viewer)}.`;
  const other = SIDES[1 - viewer];
  return t === undefined ? `The referee acts, unseen by ${SIDES[viewer]}.` : `${other} acts, unseen by ${SIDES[viewer]}.`;
}

/** What a side sees of an enemy ship that moves within, into or out of its sight. */
function seenMove(game, { from, to }, viewer) {
  const side = SIDES[viewer];
  if (!to.length) return `An enemy ship moves out of ${side}'s sight, from ${stretch(game, from)}`;
  return from.length ? `${side} sees an enemy ship move, now at ${stretch(game, to)}` : `An enemy ship comes into ${side}'s sight at ${stretch(game, to)}`;
}

/** Fields in a line, in words: the first and the last. */
function stretch(game, fields) {
  const [[top, left], [bottom, right]] = [fields[0], fields[fields.length - 1]];
  const isWhole = Math.abs(bottom - top) + Math.abs(right - left) === fields.length - 1;
  const names = fields.map(([row, col]) => game.field(row, col));
  return isWhole && names.length > 1 ? `${names[0]} to ${names[names.length - 1]}` : names.join(', ');
}

function outcomeWords(game, frame, viewer) {
  const { d } = frame;
  const outcome = outcomeFor(game, frame, viewer);
  if (outcome === 'unknown') return 'no hit, out of sight';
  const isNamed = viewer === REFEREE || game.data.kind === 'targeting' || game.roll[d[7]]?.side === viewer;
  if (outcome === 'hit') return `a hit on ${isNamed ? shipName(game.ships[d[7]]) : 'an enemy ship'}`;
  if (outcome === 'sunk') return `${shipName(game.ships[d[7]])} is sunk`;
  return outcome === 'again' && game.grids ? 'a field shot at before' : MET[outcome];
}

/** Shows the fleets: the name of each side, what it has done up to the step, and each of its ships as a row of
    sections. A side sees only its own fleet. */
class Fleets {
  constructor() {
    this.panes = [0, 1].map((side) => {
      const pane = make('section', `fleet fleet-${SIDES[side]}`);
      pane.setAttribute('aria-label', `Fleet ${SIDES[side]}`);
      return pane;
    });
    this.looks = [];
  }

  /** Shows the fleets that `viewer` may see. The elements of an unchanged fleet are kept. */
  show(game, viewer, story) {
    const isAlone = game.data.kind === 'targeting';
    for (const side of [0, 1]) {
      const isThere = !game.grids || game.most[side] > 0;
      const isShown = isAlone ? side === 1 && viewer === REFEREE : isThere && (viewer === REFEREE || side === viewer);
      const own = [];
      let count = 0;
      if (isShown) for (const ship of game.ships) if (ship.side === side && ++count <= MOST_LISTED) own.push(ship);
      const done = isAlone ? '' : doneBy(story.tally, side, game);
      const look = `${isShown}${count} ${game.parts[side]} ${done} ${own.map((ship) => ship.type + ship.index + ship.health.map(Number).join(''))}`;
      const pane = this.panes[side];
      pane.hidden = !isShown;
      if (this.looks[side] === look) continue;
      this.looks[side] = look;
      if (isShown) pane.replaceChildren(scoreCard(game, side, story.names[side], done), fleetCard(side, own, count));
    }
  }
}

/** What a side has done up to a step. */
function doneBy({ shots, hits, planes }, side, { at, grids, frames }) {
  const looks = !grids ? [plural(planes[side][at], 'plane')] : planes[side][frames.length] ? [plural(planes[side][at], 'sweep')] : [];
  return [plural(shots[side][at], 'shot'), plural(hits[side][at], 'hit'), ...looks].join(' · ');
}

/** The card with the name of a side, the number of its healthy parts, and what it has done. */
function scoreCard(game, side, name, done) {
  const most = game.most[side];
  const isAlone = game.data.kind === 'targeting';
  const left = make('p', 'left', make('b', '', game.parts[side].toLocaleString('en')), ` of ${plural(most, 'part')}`);
  return make('div', `card score side-${SIDES[side]}`, make('p', 'name', isAlone ? 'Fleet' : make('bdi', '', visible(name))), left, make('p', 'done', done));
}

function fleetCard(side, own, count) {
  const order = Object.keys(NAMES);
  own.sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type) || a.index - b.index);
  const list = make('ul', 'ships', ...own.map(shipRow));
  if (count > MOST_LISTED) list.append(make('li', 'more', `and ${(count - MOST_LISTED).toLocaleString('en')} more`));
  if (!count) list.append(make('li', 'more', 'no ships yet'));
  return make('div', `card ships-card side-${SIDES[side]}`, make('h2', '', make('span', `flag viewer-${side}`), `Fleet ${SIDES[side]}`), list);
}

/** What the signs of the board mean. */
function legend(game) {
  const sample = (...shapes) => draw('svg', { viewBox: '-.6 -.6 1.2 1.2', class: 'sample board', 'aria-hidden': 'true' }, ...shapes);
  const ship = (side, ...shapes) => draw('g', { class: `kind side-${SIDES[side]}` }, draw('rect', { x: -0.5, y: -0.4, width: 1, height: 0.8, class: 'hull' }), ...shapes);
  const rows = [
    [ship(0, ...SECTIONS.radar()), 'bow with its radar: it sees around'], [ship(0, ...SECTIONS.cannon()), 'cannon'],
    [ship(0, ...SECTIONS.engine()), 'engine, at the stern'], [ship(1, ...wreck()), 'a destroyed section'],
    [draw('g', { class: 'layer reef', transform: 'translate(-.5 -.5)' }, draw('path', { d: `M0 0${ROCKS[0]}` })), 'a reef'],
    [impactShape('hit'), 'a hit'], [impactShape('water'), 'a shot into the water'], [impactShape('unknown'), 'no hit, out of sight'],
    [planeShape(), 'a spy plane, and the fields that it looks at'], [draw('g', { class: 'layer ghost' }, draw('rect', { x: -0.4, y: -0.4, width: 0.8, height: 0.8, class: 'side-A was' })), 'where a ship was before it moved'],
  ];
  const has = (test) => game.frames.some(test);
  const isThere = { 4: game.reefs.length, 7: game.data.side !== 'both' || game.data.kind !== 'targeting', 8: has(({ d }) => d[0] === 'spy'), 9: has(({ d }) => d[0] === 'move') };
  const onSea = rows.filter((_, i) => isThere[i] ?? true);
  const square = (kind) => draw('path', { class: `square ${kind}`, d: 'M-.5-.5H.5V.5H-.5Z' });
  const onGrids = [[ship(0, ...SECTIONS.deck()), 'a ship of A'], rows[3], rows[5], rows[6], [square('radar'), 'what radar sweeps'], [square('smoke'), 'smoke, which hides from radar']];
  const alone = [[ship(1, ...SECTIONS.deck()), 'a ship'], rows[3], rows[5], rows[6]];
  return make('dl', 'legend', ...(game.grids ? onGrids : game.data.kind === 'targeting' ? alone : onSea).flatMap(([shape, words]) => [make('dt', '', sample(shape)), make('dd', '', words)]));
}

function shipRow(ship) {
  const isSunk = !ship.health.some(Boolean);
  const pips = make('span', 'pips', ...ship.health.map((whole) => make('i', whole ? '' : 'lost')));
  pips.setAttribute('aria-hidden', 'true');
  const state = isSunk ? ', sunk' : `, ${ship.health.filter(Boolean).length} of ${ship.health.length} sections`;
  return make('li', isSunk ? 'sunk' : '', make('span', 'name', ship.type ? `${ship.type} ${ship.index}` : visible(ship.name || `${ship.health.length}`)), make('span', 'unseen', state), pips);
}
