// A game by hand against the machine. The game itself runs in a worker. The page gets only what A knows, and the true
// board after the end.

import { Stopped } from './engine.js';
import { HandBoard, Sight } from './hand-board.js';
import { FleetLists } from './hand-lists.js';
import { action, freshSeed } from './parts.js';
import { store } from './store.js';

const LEVELS = [['1', 'level 1: easy'], ['2', 'level 2'], ['3', 'level 3'], ['4', 'level 4: hard']];
const SETUPS = [['small', 'small: 4 ships'], ['narrow', 'narrow: 3 ships'], ['extended', 'extended: 10 ships'], ['basic', 'basic: 1 shot']];
/** The text of the rules that says what a click does and what the signs mean. */
const CLICKS = 'Click one of your ships, then an arrow to move it or a field to shoot at; “End turn” lets them play. '
  + 'On the board: a ring of dashes is how far the ship shoots, a dot a miss, a cross a hit, a broken ring where they have shot, a green square the hint.';
/** The methods whose time is measured, because a person waits for the answer. */
const ORDERS = new Set(['sail', 'shoot', 'spy']);
const WAYS = { F: 'Ahead', L: 'Port', R: 'Starboard' };

Object.assign(ICONS, {
  ahead: 'M12 20V5M6 11l6-6 6 6', port: 'M18 20v-8q0-3-3-3H6M10 5L6 9l4 4', starboard: 'M6 20v-8q0-3 3-3h9M14 5l4 4-4 4',
  plane: 'M12 3c1 1 1 3 1 5l8 5v2l-8-2v4l3 2v2l-4-1-4 1v-2l3-2v-4l-8 2v-2l8-5c0-2 0-4 1-5Z', hint: 'M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0q-1 1-1 2H9q0-1-1-2Z', undo: 'M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3',
  flag: 'M6 21V4h11l-2 4 2 4H6', end: 'M5 12h13M13 6l6 6-6 6', again: 'M19 12a7 7 0 1 1-2-5M17 3v4h-4',
});

function choice(label, options, value) {
  const list = make('select', 'samples');
  list.setAttribute('aria-label', label);
  for (const [key, words] of options) list.append(new Option(words, key, false, key === value));
  return list;
}

export class Hand {
  /** `ask(method, ...)` calls the game. `on.script` and `on.replay` get the view, `on.save` the script. */
  constructor(ask, on) {
    Object.assign(this, { ask, on, selected: null, isSpying: false });
    this.board = new HandBoard({ field: (row, col) => this.field(row, col), key: (key) => this.key(key), aim: (text) => { this.aimed.textContent = text; } });
    this.fleets = new FleetLists((ship) => this.select(ship));
    this.build();
  }

  build() {
    this.state = make('p', 'hand-state');
    this.level = choice('Level of the machine', LEVELS, '2');
    this.setup = choice('Set-up', SETUPS, 'small');
    for (const list of [this.level, this.setup]) list.addEventListener('change', () => this.begin());
    this.rules = make('p', 'card rules-card');
    this.rulesButton = action('Rules', 'Rules', 'help', () => this.turnRules(this.rules.hidden));
    this.turnRules(store.get('rules') !== 'off');
    const bar = make('div', 'hand-bar', this.state, this.rulesButton, this.level, this.setup, action('New game', 'New game', 'again', () => this.begin(), 'new-game'));
    const frame = make('div', 'frame', this.board.svg);
    frame.addEventListener('dblclick', (event) => event.stopPropagation(), true);
    this.log = make('div', 'card said');
    this.log.setAttribute('role', 'log');
    this.log.setAttribute('aria-label', 'What happened');
    this.log.tabIndex = 0;
    this.aimed = make('p', 'unseen');
    this.aimed.setAttribute('aria-live', 'assertive');
    this.acts = make('div', 'card acts');
    this.makeActs();
    this.element = make('div', 'hand', bar, this.rules, make('section', 'hand-stage', frame), make('div', 'hand-side', this.fleets.element, this.log), this.acts, this.aimed);
    this.element.hidden = true;
  }

  /** Shows or hides the rules: what wins, what a turn is, what a click does. The page remembers the choice. */
  turnRules(isShown) {
    this.rules.hidden = !isShown;
    this.rulesButton.setAttribute('aria-expanded', String(isShown));
    store.set('rules', isShown ? 'on' : 'off');
  }

  makeActs() {
    const call = (method) => () => this.call(method);
    this.ways = Object.fromEntries(Object.entries(WAYS).map(([way, word]) => [way, action(word, `${word} (${way})`, { F: 'ahead', L: 'port', R: 'starboard' }[way], () => this.sail(way), 'way-act')]));
    this.plane = action('Plane', 'Plane: send one, then choose a field (P)', 'plane', () => this.spy());
    this.hint = action('Hint', 'Hint: what would be a good order? (H)', 'hint', call('hint'));
    this.follow = action('Do it', 'Do it: what the hint says (H)', 'run', call('follow'), 'worded');
    this.places = action('Other places', 'Other places for my ships', 'again', call('place'), 'worded');
    this.undo = action('Undo', 'Undo: take back my turn; after that the game is not fair', 'undo', call('undo'), 'bare');
    this.agree = action('Agree to a draw', 'Agree to a draw', 'tidy', call('draw'), 'worded');
    this.resign = action('Resign', 'Resign and see the true board', 'flag', call('resign'), 'bare');
    this.endTurn = action('End turn', 'End turn: then they play (E)', 'end', call('end'), 'primary');
    this.again = action('Rematch', 'Rematch with sides changed', 'again', () => this.call('rematch', freshSeed()), 'primary');
    this.keep = action('Save', 'Save the record as a file', 'save', () => this.on.save(this.view.script), 'worded');
    this.show = action('Replay', 'Replay the whole game step by step', 'play', () => this.on.replay(this.view), 'worded');
    this.acts.append(...Object.values(this.ways), this.plane, make('span', 'gap'), this.hint, this.follow, this.places, this.undo, this.agree, this.resign, this.endTurn, this.show, this.keep, this.again);
  }

  /** Begins a game; the default seed is a fresh one. */
  async begin({ setup = this.setup.value, level = this.level.value, seed = freshSeed() } = {}) {
    [this.setup.value, this.level.value, this.selected] = [setup, level, null];
    await this.call('begin', setup, Number(level), seed);
    if (this.board.game) this.board.fit();
  }

  /** Calls a method of the game and shows what A knows then. During a call, all other calls but `begin` are ignored. */
  async call(method, ...more) {
    if (this.isBusy && method !== 'begin') return;
    const request = this.request = {};
    this.setBusy(true);
    const start = performance.now();
    const isLong = setTimeout(() => this.element.classList.add('thinks'), 150);
    try {
      const answer = await this.ask(method, ...more);
      if (request === this.request) await this.showView(JSON.parse(answer));
    } catch (error) {
      if (!(error instanceof Stopped)) this.on.fault(error);
    } finally {
      clearTimeout(isLong);
      if (request === this.request) this.setBusy(false);
      this.element.classList.remove('thinks');
      if (ORDERS.has(method)) performance.measure('order', { start });
    }
  }

  setBusy(isBusy) { this.element.dataset.busy = this.isBusy = isBusy; }

  async showView(view) {
    const isTurn = view.turn !== this.view?.turn;
    this.view = view;
    this.isSpying &&= !view.is_over;
    this.selected = view.own.find((ship) => ship.name === this.selected && !ship.is_sunk && !view.is_over)?.name ?? null;
    await this.showSelected();
    this.element.style.setProperty('--ratio', Math.min(4, view.size[0] / view.size[1]).toFixed(3));
    this.fleets.show(view, this.selected);
    // A phone has no room for both the board and the rules.
    if (isTurn && view.turn > 1 && !this.rules.hidden && matchMedia('(max-width: 860px)').matches) this.turnRules(false);
    this.showWords();
    this.showActs();
    this.on.script(view);
  }

  /** Shows the board with the ship that is selected, and what it can do. */
  async showSelected() {
    const ship = this.view.own.find(({ name }) => name === this.selected);
    this.offer = ship ? JSON.parse(await this.ask('offers', this.nameOf(ship))) : null;
    this.drawBoard();
  }

  drawBoard() {
    const selected = this.view.own.find(({ name }) => name === this.selected);
    this.board.update(new Sight(this.view), { selected, offer: this.offer, advice: this.view.advice, isSpying: this.isSpying });
  }

  nameOf({ index, class: kind }) { return `${index} ${kind}`; }

  showWords() {
    const { said, advice, result, score, turn, rules, is_over: isOver } = this.view;
    this.rules.textContent = `${rules.goal} ${rules.guns} ${CLICKS} ${rules.draws}`;
    this.state.replaceChildren(isOver ? 'The game is over' : `Your turn ${turn}`);
    const isBad = (line) => /^(refused|choose)/.test(line) || / your \w+ \d+ is (hit|sunk)/.test(line);
    const lines = [...said, ...(advice ? [`Hint: ${advice.words}: ${advice.why}`] : []), ...result.slice(1), ...(score ? [score] : [])];
    this.log.replaceChildren(...lines.map((line) => make('p', isBad(line) ? 'bad' : /\bhits?\b|\b(is sunk|sinks)\b/.test(line) ? 'good' : '', visible(line))));
    this.log.scrollTop = this.log.scrollHeight;
    if (isOver) this.log.prepend(make('p', `banner ${this.view.winner === 'B' ? 'refused' : 'won'}`, visible(result[0])));
    if (isOver) this.log.scrollTop = 0;
  }

  /** Shows the buttons that can be used now. */
  showActs() {
    const { is_over: isOver, may_place: mayPlace, is_stuck: isStuck, advice, own } = this.view;
    const ship = own.find(({ name }) => name === this.selected);
    for (const [way, act] of Object.entries(this.ways)) {
      const offer = this.offer?.ways.find((one) => one.sign === way);
      act.disabled = !offer?.place;
      act.title = offer?.why || act.getAttribute('aria-label');
      act.hidden = isOver || mayPlace;
    }
    const carriers = own.filter((one) => one.class === 'CAR');
    this.plane.hidden = isOver || mayPlace || !carriers.length;
    this.plane.disabled = !carriers.some(({ shots }) => shots > 0);
    this.plane.title = !this.plane.disabled ? this.plane.getAttribute('aria-label') : carriers.some(({ shots }) => shots !== null)
      ? 'A plane takes a shot of a carrier, and none is left in this turn' : 'No carrier has a cannon, from which planes start';
    this.plane.setAttribute('aria-pressed', String(this.isSpying));
    for (const act of [this.hint, this.undo, this.resign, this.endTurn]) act.hidden = isOver;
    this.follow.hidden = !advice || isOver;
    this.hint.hidden ||= Boolean(advice);
    this.places.hidden = !mayPlace;
    this.resign.hidden ||= mayPlace;
    this.agree.hidden = !isStuck || isOver;
    for (const act of [this.again, this.keep, this.show]) act.hidden = !isOver;
    this.element.classList.toggle('has-chosen', Boolean(ship));
  }

  /** Does what a click on a field means: sends a plane, moves the selected ship, selects a ship, or shoots. */
  field(row, col) {
    if (this.isBusy || !this.view || this.view.is_over) return;
    const isHere = ({ place }) => place && place.row === row && place.col === col;
    const way = this.offer?.ways.find(isHere);
    const own = this.board.game.ownAt(row, col);
    if (this.isSpying) { this.isSpying = false; this.call('spy', row, col); } else if (way) this.sail(way.sign);
    else if (own && !own.is_sunk) this.select(own);
    else this.shoot(row, col);
  }

  shoot(row, col) {
    const ship = this.view.own.find(({ name }) => name === this.selected);
    this.call('shoot', ship ? this.nameOf(ship) : '', row, col);
  }

  async select(ship) {
    if (this.isBusy || this.view.is_over) return;
    this.setBusy(true);
    this.selected = ship && ship.name !== this.selected ? ship.name : null;
    await this.showSelected().finally(() => this.setBusy(false));
    this.fleets.show(this.view, this.selected);
    this.showActs();
    this.aimed.textContent = this.selected ? `${this.selected} is selected` : 'no ship is selected';
  }

  sail(way) {
    const ship = this.view.own.find(({ name }) => name === this.selected);
    if (ship) this.call('sail', this.nameOf(ship), way);
  }

  spy() {
    this.isSpying = !this.isSpying;
    this.drawBoard();
    this.showActs();
    this.board.svg.focus();
  }

  key(key) {
    const name = key.toUpperCase();
    if (WAYS[name]) this.sail(name);
    else if (key === 'Escape') { this.isSpying = false; this.selected = this.selected || ''; this.select(null); } else if (name === 'H') this.call(this.view.advice ? 'follow' : 'hint');
    else if (name === 'E') this.call('end');
    else if (name === 'P' && !this.plane.disabled) this.spy();
    else return false;
    return true;
  }
}
