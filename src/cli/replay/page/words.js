// What happened, in words, and the fleets.

const WAYS = { F: 'sails ahead', L: 'turns to port', R: 'turns to starboard' };
const MET = { water: 'splash, only water', reef: 'a reef', hit: 'a hit', sunk: 'sunk', again: 'a section destroyed before' };
/** Ships of a side that are listed. */
const MOST_LISTED = 40;

/** What the frame tells these eyes, as nodes. */
function tell(game, eyes) {
  const { frame } = game;
  if (!frame) return [make('span', 'who'), 'The start. Nothing has happened yet.'];
  const { d, t } = frame;
  const isSeen = eyes === REFEREE || t === undefined || t === eyes;
  const badge = make('span', `who${t === undefined ? '' : ` side-${SIDES[t]}`}`,
    t === undefined ? (game.data.kind === 'targeting' ? game.data.bot : 'Referee') : `Turn ${game.turns[game.at - 1] + 1} · ${SIDES[t]}`);
  const at = (row, col) => `${game.label(0, row)} ${game.label(1, col)}`;
  const told = {
    ship: () => `${shipName(game.ships[d[1]])} comes to ${at(d[5], d[6])}, heading ${d[7]}.`,
    move: () => `${shipName(game.ships[d[1]])} ${WAYS[d[8]]}.`,
    shot: () => `${d[3] >= 0 ? `${shipName(game.ships[d[3]])} fires` : 'Fires'} at ${at(d[1], d[2])}: ${outcomeWords(game, d)}.`,
    spy: () => `${d[3] >= 0 ? `A plane of ${shipName(game.ships[d[3]])}` : 'A plane'} looks around ${at(d[1], d[2])}.`,
    end: () => (d[2] >= 0 ? `${SIDES[d[1]]} ends the turn and wins.` : `${SIDES[d[1]]} ends the turn.`),
    no: () => `Refused: ${d[2]} – ${d[1]}.`,
    set: () => d[1],
  };
  const isHidden = !isSeen && d[0] !== 'end' && d[0] !== 'no';
  const shows = isHidden && d[0] === 'shot' && game.known[eyes].holds(d[1], d[2]);
  const words = shows ? `A shot falls at ${at(d[1], d[2])}: ${outcomeWords(game, { ...d, 6: d[6] === 'sunk' ? 'hit' : d[6] })}.`
    : isHidden ? `${SIDES[t]} acts, unseen by ${SIDES[eyes]}.` : told[d[0]]();
  return [badge, ' ', make('bdi', '', visible(words))];
}

function outcomeWords(game, d) {
  const ship = game.ships[d[7]];
  if (d[6] === 'hit') return `a hit on ${shipName(ship)}`;
  if (d[6] === 'sunk') return `${shipName(ship)} is sunk`;
  return MET[d[6]];
}

/** The fleets: each ship a row of sections. A side sees its own only. */
class Fleets {
  constructor() {
    this.pane = make('section', 'fleets');
    this.pane.setAttribute('aria-label', 'Fleets');
    this.looks = [];
  }

  /** Shows the fleets that these eyes may see; a fleet that looks as before is kept as it is. */
  show(game, eyes) {
    const isAlone = game.data.kind === 'targeting';
    for (const side of [0, 1]) {
      const isShown = isAlone ? side === 1 && eyes === REFEREE : eyes === REFEREE || side === eyes;
      const own = [];
      let count = 0;
      if (isShown) for (const ship of game.ships) if (ship.side === side && ++count <= MOST_LISTED) own.push(ship);
      const look = `${isShown}${count} ${game.parts[side]} ${own.map((ship) => ship.type + ship.index + ship.health.map(Number).join(''))}`;
      if (this.looks[side]?.look === look) continue;
      const card = isShown ? fleetCard(game, side, own, count) : make('div');
      card.hidden = !isShown;
      if (this.looks[side]) this.looks[side].card.replaceWith(card); else this.pane.append(card);
      this.looks[side] = { look, card };
    }
    this.pane.hidden = this.looks.every(({ card }) => card.hidden);
  }
}

function fleetCard(game, side, own, count) {
  const order = Object.keys(NAMES);
  own.sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type) || a.index - b.index);
  const name = game.data.kind === 'targeting' ? 'Fleet' : `Fleet ${SIDES[side]}`;
  const head = make('h2', '', make('span', `flag eyes-${side}`), name);
  const parts = make('span', 'parts', `${game.parts[side].toLocaleString('en')} ${game.parts[side] === 1 ? 'part' : 'parts'}`);
  const list = make('ul', 'ships', ...own.map(shipRow));
  if (count > MOST_LISTED) list.append(make('li', 'more', `and ${(count - MOST_LISTED).toLocaleString('en')} more`));
  if (!count) list.append(make('li', 'more', 'no ships yet'));
  return make('div', `card side-${SIDES[side]}`, make('div', 'card-head', head, parts), list);
}

function shipRow(ship) {
  const isSunk = !ship.health.some(Boolean);
  const pips = make('span', 'pips', ...ship.health.map((whole) => make('i', whole ? '' : 'lost')));
  pips.setAttribute('aria-hidden', 'true');
  const state = isSunk ? ', sunk' : `, ${ship.health.filter(Boolean).length} of ${ship.health.length} sections`;
  return make('li', isSunk ? 'sunk' : '', make('span', 'name', ship.type ? `${ship.type} ${ship.index}` : `${ship.health.length}`), make('span', 'unseen', state), pips);
}
