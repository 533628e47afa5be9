// The fleets of a game by hand, as lists. A player can select a ship in the list too.

const SHORT = { carrier: 'CAR', battleship: 'BAT', cruiser: 'CRU', destroyer: 'DES' };

function pips(health) {
  const element = make('span', 'pips', ...Array.from(health, (digit) => make('i', { 0: 'lost', '?': 'hidden-pip' }[digit] || '')));
  element.setAttribute('aria-hidden', 'true');
  return element;
}

/** What is left of a ship and of its turn, in words. */
function left({ is_sunk: isSunk, shots, moves }, isOver) {
  if (isSunk) return 'sunk';
  if (isOver) return '';
  const parts = [shots === null ? 'no cannon' : `${shots} shot${shots === 1 ? '' : 's'}`, moves === null ? 'no engine' : `${moves} move${moves === 1 ? '' : 's'}`];
  return parts.join(', ');
}

function ownRow(ship, view, selected, onChoice) {
  const state = left(ship, view.is_over);
  const row = button(ship.name, () => onChoice(ship), make('span', 'name', `${SHORT[ship.name.split(' ')[0]]} ${ship.index}`), pips(ship.health), make('span', 'left-over', state));
  // The text of the button is its label.
  row.removeAttribute('aria-label');
  row.dataset.ship = `${ship.index} ${ship.class}`;
  row.setAttribute('aria-pressed', String(ship.name === selected));
  row.disabled = view.is_over || ship.is_sunk;
  return make('li', ship.is_sunk ? 'sunk' : '', row);
}

/** `isPart`: enemy parts are in sight, and it is not known to which ships they belong. */
function enemyRow({ name, class: kind, length, is_sunk: isSunk, health }, isPart, isOver) {
  const [, index] = name.split(' ');
  const shown = isSunk ? '0'.repeat(length) : health ?? '?'.repeat(length);
  const state = isSunk ? 'sunk' : isOver ? 'afloat' : health ? 'in sight' : isPart ? 'in part?' : 'not seen';
  const mark = make('span', 'left-over', state);
  return make('li', isSunk ? 'sunk' : '', make('span', 'name', `${kind} ${index}`), pips(shown), mark);
}

/** A row for an enemy ship that is not placed yet, so that the list keeps its height. */
const awaited = () => make('li', '', make('span', 'name', '…'), pips(''), make('span', 'left-over', 'not placed'));

/** Both fleets. */
export class FleetLists {
  constructor(onChoice) {
    this.onChoice = onChoice;
    this.element = make('div', 'hand-fleets');
  }

  show(view, selected) {
    const focus = this.element.contains(document.activeElement) ? document.activeElement.dataset.ship : undefined;
    const afloat = view.own.filter((ship) => !ship.is_sunk).length, lost = view.enemy.filter((ship) => ship.is_sunk).length;
    const whole = view.enemy.filter(({ health }) => health).reduce((sum, { length }) => sum + length, 0);
    const isPart = view.seen.filter(([, , sign]) => sign !== 'x').length > whole;
    const card = (side, title, state, rows) => make('section', `card hand-fleet side-${SIDES[side]}`,
      make('h2', '', make('span', `flag viewer-${side}`), title, make('span', 'parts', state)), make('ul', 'ships', ...rows));
    this.element.replaceChildren(
      card(0, 'You', `${afloat} of ${view.own.length} afloat`, view.own.map((ship) => ownRow(ship, view, selected, this.onChoice))),
      card(1, 'Them', view.enemy.length < view.their_ships ? `placed ${view.enemy.length} of ${view.their_ships}` : `lost ${lost} of ${view.enemy.length}`, [...view.enemy.map((ship) => enemyRow(ship, isPart, view.is_over)), ...Array.from({ length: view.their_ships - view.enemy.length }, awaited)]));
    if (focus) [...this.element.querySelectorAll('button')].find((row) => row.dataset.ship === focus)?.focus();
  }
}
