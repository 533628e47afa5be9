// The page: board, script, fleets and controls around one game. `Replay.show(data)` starts again with other frames.
// A replay inside another page is called a guest. That page has its own head, title and script.

const SPEEDS = [0.5, 1, 2, 5, 20, 100];
/** Frames a second at speed 1. */
const PACE = 1.4;
const NUMBER = new Intl.NumberFormat('en');
const KEYS_HELP = [
  ['← →', 'a step back or on'], ['Page ↑ Page ↓', 'a turn back or on'], ['Home End', 'the start, the end'],
  ['N P', 'the next hit, the one before'], ['Space', 'play or pause'], ['< >', 'slower, faster'], ['1 2 3', "the referee's board, what A knows, what B knows"],
  ['+ − 0', 'zoom in, out, to fit'], ['H', 'what a bot thought, shown or hidden'], ['Shift + arrows', 'move the board'], ['T', 'light or dark'], ['?', 'this list'],
];
const ICONS = {
  first: 'M6 5v14M19 5l-9 7 9 7Z', back: 'M16 5l-9 7 9 7Z', play: 'M7 4l13 8-13 8Z', pause: 'M7 5h3.6v14H7ZM13.4 5H17v14h-3.6Z',
  next: 'M8 5l9 7-9 7Z', last: 'M18 5v14M5 5l9 7-9 7Z', plus: 'M12 5v14M5 12h14', minus: 'M5 12h14',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5', heat: 'M12 3c1 4 5 6 5 11a5 5 0 0 1-10 0c0-2 1-3 2-4 0 2 1 3 2 3 1-3-1-6 1-10Z', theme: 'M12 3a9 9 0 1 0 0 18ZM12 3a9 9 0 0 1 0 18', help: 'M9 9.2a3 3 0 1 1 4.4 2.6c-.9.5-1.4 1-1.4 2M12 17.3v.4',
};

function icon(name) {
  return draw('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true', focusable: 'false' }, draw('path', { d: ICONS[name] }));
}

function button(label, onClick, ...children) {
  const element = make('button', '', ...children);
  element.type = 'button';
  element.setAttribute('aria-label', label);
  element.title = label;
  element.addEventListener('click', onClick);
  return element;
}

class Replay {
  /** In a guest, `script` replaces the script beside the board. It has `pane`, `show(game)` and `mark()`. */
  constructor(root, script) {
    this.root = root;
    this.isGuest = Boolean(script);
    this.board = new Board();
    const jump = (at) => this.go(at);
    this.script = script || new Script(jump);
    this.moves = new Moves(jump);
    this.timeline = new Timeline(jump);
    this.slider = this.timeline.slider;
    this.speed = 1;
    this.build();
    if (!this.isGuest) addEventListener('hashchange', () => this.openAddress());
    addEventListener('beforeprint', () => this.print());
    document.addEventListener('keydown', (event) => this.key(event));
    matchMedia('(max-width: 860px)').addEventListener('change', () => { this.makeRoom(); this.board.resize(); });
  }

  build() {
    this.heading = make('h1', '', 'Replay');
    this.summary = make('p', 'summary');
    this.views = make('div', 'views');
    this.views.setAttribute('role', 'group');
    this.views.setAttribute('aria-label', 'Whose board');
    this.theme = button('Light or dark', () => this.turnTheme(), icon('theme'));
    this.help = button('Keys', () => this.keys.showModal(), icon('help'));
    this.thoughts = button('What was thought', () => this.turnThoughts(), icon('heat'));
    const tools = make('div', 'tools', this.thoughts, ...(this.isGuest ? [this.help] : [this.theme, this.help]));
    const header = this.isGuest ? make('div', 'replay-bar', this.views, tools)
      : make('header', 'replay-bar', make('div', 'brand', this.mark(), make('div', 'title', this.heading, this.summary)), this.views, tools);
    this.keys = this.keyList();
    this.fleets = new Fleets();
    this.end = make('section', 'card verdict');
    this.end.setAttribute('aria-label', 'How it ended');
    const left = make('div', 'left-wing', this.fleets.panes[0], this.end);
    const right = make('div', 'right-wing', this.fleets.panes[1]);
    this.paper = make('pre', 'paper');
    this.root.replaceChildren(header, make(this.isGuest ? 'div' : 'main', 'replay-body', left, this.stage(), right, this.controls(), this.side()), this.keys, this.paper);
  }

  /** The board with its buttons. */
  stage() {
    const zoom = make('div', 'zoom',
      button('Zoom in', () => this.board.zoom(1.4), icon('plus')), button('Zoom out', () => this.board.zoom(1 / 1.4), icon('minus')),
      button('Whole board', () => this.board.fit(), icon('fit')));
    this.tip = make('div', 'tip');
    this.tip.hidden = true;
    this.scale = make('div', 'scale', make('span', 'most', 'most likely'), make('span', 'ramp'), make('span', 'less', 'less likely'));
    this.scale.hidden = true;
    const frame = make('div', 'frame', this.board.svg, zoom, this.scale, this.tip);
    this.board.svg.addEventListener('pointermove', (event) => this.showHeat(event));
    this.board.svg.addEventListener('pointerleave', () => { this.tip.hidden = true; });
    const stage = make('section', 'stage', frame);
    stage.setAttribute('aria-label', 'Board');
    return stage;
  }

  /** Shows the heat of the field below the pointer. */
  showHeat({ clientX, clientY }) {
    const { left, top } = this.board.svg.getBoundingClientRect();
    const words = this.board.heatAt(clientX - left, clientY - top);
    this.tip.hidden = !words;
    if (!words) return;
    this.tip.textContent = words;
    this.tip.style.left = `${clientX - left}px`;
    this.tip.style.top = `${clientY - top - 14}px`;
  }

  /** Moves, script and legend, of which one is shown. */
  side() {
    this.legend = make('div', 'list');
    this.legend.tabIndex = 0;
    this.legend.setAttribute('role', 'region');
    this.legend.setAttribute('aria-label', 'Legend');
    this.panes = { Moves: this.moves.pane, Script: this.script.pane, Legend: this.legend };
    if (this.isGuest) delete this.panes.Script;
    this.tabs = make('div', 'panes');
    this.tabs.setAttribute('role', 'group');
    this.tabs.setAttribute('aria-label', 'Beside the board');
    for (const name of Object.keys(this.panes)) this.tabs.append(button(name, () => this.turnPane(name), name));
    const side = make('aside', 'side', this.tabs, this.note = make('p', 'card'), ...Object.values(this.panes), ...(this.isGuest ? [this.script.pane] : []));
    side.setAttribute('aria-label', 'Moves, script and legend');
    side.classList.toggle('has-script', !this.isGuest);
    return side;
  }

  turnPane(name) {
    for (const [other, pane] of Object.entries(this.panes)) pane.hidden = other !== name;
    for (const choice of this.tabs.children) choice.setAttribute('aria-pressed', String(choice.textContent === name));
  }

  mark() {
    return draw('svg', { viewBox: '0 0 32 32', class: 'logo', 'aria-hidden': 'true' },
      draw('path', { d: 'M3 18h26l-4 7H7Z', class: 'keel' }), draw('path', { d: 'M12 18V9h7v9M19 12h8M12 12H8', class: 'guns' }));
  }

  controls() {
    this.caption = make('p', 'caption');
    this.caption.setAttribute('aria-live', 'polite');
    this.playButton = button('Play', () => this.toggle(), icon('play'));
    this.playButton.classList.add('play');
    this.count = make('span', 'count');
    this.pace = make('select');
    this.pace.setAttribute('aria-label', 'Speed');
    for (const speed of SPEEDS) this.pace.append(new Option(`${speed}×`, speed, false, speed === 1));
    this.pace.addEventListener('change', () => this.setSpeed(Number(this.pace.value)));
    const buttons = make('div', 'buttons',
      button('Start', () => this.go(0), icon('first')), button('Step back', () => this.go(this.game.at - 1), icon('back')),
      this.playButton,
      button('Step on', () => this.go(this.game.at + 1), icon('next')), button('End', () => this.go(this.game.frames.length), icon('last')));
    this.banner = make('div', 'banner');
    const controls = make('section', 'controls', make('div', 'spoken', this.caption, this.banner), this.timeline.track,
      make('div', 'transport', this.count, buttons, make('label', 'pace', make('span', '', 'Speed'), this.pace)));
    controls.setAttribute('aria-label', 'Controls');
    return controls;
  }

  keyList() {
    const dialog = make('dialog', 'keys', make('h2', '', 'Keys'));
    const list = make('dl');
    for (const [keys, what] of KEYS_HELP) list.append(make('dt', '', ...keys.split(' ').map((key) => (key === '+' && keys.startsWith('Shift') ? ' + ' : make('kbd', '', key)))), make('dd', '', what));
    const close = button('Close', () => dialog.close(), 'Close');
    dialog.append(list, close);
    dialog.setAttribute('aria-label', 'Keys');
    dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
    return dialog;
  }

  /** Reserves room for the buttons on the board: below it on an upright phone, else beside it. */
  makeRoom() {
    const isNarrow = matchMedia('(max-width: 860px)').matches && !matchMedia('(max-height: 500px) and (orientation: landscape)').matches;
    this.board.reserve = isNarrow ? { right: 6, bottom: 58 } : { right: 60, bottom: 6 };
  }

  show(data) {
    this.isOpen = false;
    this.pause();
    this.data = data;
    this.game = new Game(data);
    this.thoughts.hidden = !data.frames.some((frame) => frame.h);
    this.thoughts.setAttribute('aria-pressed', String(!this.board.hidesHeat));
    this.makeRoom();
    this.story = new Story(this.game);
    this.showHead(data);
    const names = data.views || ['Referee', 'A', 'B'];
    const viewers = { A: [0], B: [1] }[data.side] || (data.kind === 'targeting' ? [2, 0] : [2, 0, 1]);
    this.views.replaceChildren(...viewers.map((side) => {
      const name = side === REFEREE ? names[0] : names[side + 1];
      const choice = button(side === REFEREE ? `${name}: the whole board` : `What ${name} knows`, () => this.see(side), make('span', `flag viewer-${side}`), name);
      choice.dataset.viewer = side;
      return choice;
    }));
    this.viewers = viewers;
    this.timeline.show(this.game, this.story);
    this.game.go(0);
    this.board.viewer = viewers[0];
    this.board.show(this.game);
    this.moves.show(this.game, this.story);
    this.legend.replaceChildren(legend(this.game));
    this.script.pane.hidden = !data.files.length;
    this.note.hidden = !data.note;
    this.note.textContent = data.note || '';
    this.end.replaceChildren(...verdict(this.story, (at) => this.go(at)));
    this.script.show(this.game);
    const hasMoves = data.files.length || this.game.grids || this.isGuest;
    this.turnPane(hasMoves ? 'Moves' : 'Legend');
    this.tabs.hidden = !hasMoves;
    for (const choice of this.tabs.children) if (choice.textContent === 'Script') choice.hidden = !data.files.length;
    this.see(viewers[0]);
    this.go(this.story.opening);
    this.board.fit();
    if (!this.isGuest) this.openAddress();
    this.isOpen = true;
  }

  /** The head of the page: who plays, and how it went. */
  showHead(data) {
    const { names } = this.story;
    const isNamed = names[0] !== 'A' || names[1] !== 'B';
    const title = data.title || (isNamed ? '' : data.files.map((file) => file.name).join(', ') || 'Replay');
    if (title) this.heading.replaceChildren(visible(title));
    else this.heading.replaceChildren(make('bdi', '', visible(names[0])), make('span', 'against', ' against '), make('bdi', '', visible(names[1])));
    this.summary.textContent = visible(this.story.summary());
    if (!this.isGuest) document.title = `${this.heading.textContent} – Broadside replay`;
  }

  /** Opens the step and the side that the address names: `#124A`. */
  openAddress() {
    const [, step, side] = /^#(\d{1,9})([AB]?)$/.exec(location.hash) || [];
    if (step === undefined) return;
    const viewer = side ? SIDES.indexOf(side) : this.viewers[0];
    if (this.viewers.includes(viewer)) this.see(viewer);
    if (Number(step) !== this.game.at) this.go(Number(step));
  }

  /** Writes the shown step into the address, so that the address can be passed on. */
  keepAddress() {
    if (this.isGuest || this.timer || !this.isOpen) return;
    const side = this.board.viewer === REFEREE ? '' : SIDES[this.board.viewer];
    clearTimeout(this.addressing);
    this.addressing = setTimeout(() => history.replaceState(null, '', `#${this.game.at}${side}`), 150);
  }

  /** Fills in the script for printing. The view of a side prints no script. */
  print() {
    const text = this.data?.files.map((file) => file.text).join('\n') || '';
    this.paper.textContent = this.board.viewer === REFEREE ? visible(text.slice(0, 1e6)) : '';
  }

  /** Sets the ratio of the board's height and width for the style, so that phones give the board no unused room. */
  showRatio() {
    const [rows, cols] = [0, 1].map((axis) => this.game.size[axis] - this.game.corner[axis]);
    const ratio = Math.min(4, rows / cols).toFixed(3);
    if (this.ratio === ratio) return;
    this.root.style.setProperty('--ratio', this.ratio = ratio);
    this.root.classList.toggle('wide-board', rows * 1.5 < cols);
  }

  see(side) {
    if (!this.viewers.includes(side)) return;
    this.board.viewer = side;
    for (const choice of this.views.children) choice.setAttribute('aria-pressed', String(Number(choice.dataset.viewer) === side));
    this.root.dataset.viewer = side;
    this.moves.see(side);
    this.script.see?.(side);
    this.timeline.see(side);
    this.update();
  }

  go(at) {
    const { frames } = this.game;
    at = Math.max(0, Math.min(at, frames.length));
    if (at >= frames.length) this.pause();
    const isStep = Math.abs(at - this.game.at) === 1;
    this.game.go(at);
    this.recentre();
    this.board.isStep = isStep;
    if (!this.board.isFitted || (this.game.size[0] - this.game.corner[0]) * (this.game.size[1] - this.game.corner[1]) > WHOLE) this.board.follow(this.board.places());
    else this.board.refit();
    this.update();
  }

  /** Moves the origin to the current frame if that frame is too far away to be drawn exactly. */
  recentre() {
    const { game } = this;
    const origin = game.frame && this.board.canSee(game.frame.t) && game.farOrigin(game.frame);
    if (!origin) return;
    this.game = new Game(this.data, origin);
    this.game.go(game.at);
    for (const part of [this.moves, this.timeline, this.story, this.script]) part.game = this.game;
    this.board.show(this.game);
  }

  update() {
    const { game, story } = this;
    this.showRatio();
    this.fleets.show(game, this.board.viewer, story);
    this.end.hidden = game.at < game.frames.length || !game.frames.length || this.isGuest || story.firstShot < 0 || this.board.viewer !== REFEREE;
    this.board.render();
    this.caption.replaceChildren(...describe(game, this.board.viewer, story.names));
    this.timeline.mark(game.at, this.caption.textContent);
    this.count.textContent = `${NUMBER.format(game.at)} / ${NUMBER.format(game.frames.length)}`;
    this.scale.hidden = !this.board.heat().length;
    this.showBanner();
    this.moves.mark();
    this.script.mark();
    this.keepAddress();
  }

  showBanner() {
    const { d } = this.game.frame || { d: [] };
    const isOwn = this.game.frame && maySee(this.game, this.game.frame, this.board.viewer);
    const text = d[0] === 'no' ? (isOwn ? d[1] : '') : d[0] === 'end' && d[2] >= 0 ? `${this.story.names[d[2]]} won` : this.game.data.ended && this.game.at === this.game.frames.length ? this.game.data.ended : '';
    this.board.svg.classList.toggle('stopped', d[0] === 'no');
    this.banner.className = `banner ${d[0] === 'no' ? 'refused' : 'won'}`;
    // The banner does not repeat what the card says.
    this.banner.hidden = !text || (d[0] !== 'no' && !this.end.hidden);
    if (this.banner.textContent !== text) this.banner.textContent = text;
  }

  /** Shows or hides what bots thought of the fields. */
  turnThoughts() {
    this.board.hidesHeat = !this.board.hidesHeat;
    this.thoughts.setAttribute('aria-pressed', String(!this.board.hidesHeat));
    this.update();
  }

  toggle() { if (this.timer) this.pause(); else this.play(); }

  play() {
    if (this.game.at >= this.game.frames.length) this.go(0);
    this.playButton.replaceChildren(icon('pause'));
    this.playButton.setAttribute('aria-label', this.playButton.title = 'Pause');
    this.caption.setAttribute('aria-live', 'off');
    let last = performance.now(), due = 0.6;
    const tick = (now) => {
      due += ((now - last) / 1000) * PACE * this.speed;
      last = now;
      const steps = Math.floor(due);
      due -= steps;
      this.timer = requestAnimationFrame(tick);
      if (steps) this.go(this.game.at + steps);
    };
    this.timer = requestAnimationFrame(tick);
  }

  pause() {
    if (this.timer) cancelAnimationFrame(this.timer);
    this.timer = 0;
    this.playButton.replaceChildren(icon('play'));
    this.playButton.setAttribute('aria-label', this.playButton.title = 'Play');
    this.caption.setAttribute('aria-live', 'polite');
  }

  /** Goes to the end of this turn or, if `way` is negative, of the turn before. */
  turn(way) {
    const { game } = this;
    let at = game.at + way;
    while (at > 0 && at < game.frames.length && !endsTurn(game.frames[at - 1])) at += way;
    this.go(at);
  }

  turnTheme() {
    const isDark = this.root.ownerDocument.documentElement.dataset.theme
      ? this.root.ownerDocument.documentElement.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    document.documentElement.dataset.theme = isDark ? 'light' : 'dark';
  }

  faster(way) {
    const at = Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(this.speed) + way));
    this.setSpeed(SPEEDS[at]);
  }

  setSpeed(speed) { this.pace.value = this.speed = speed; }

  /** Whether a key is for another element: a text field or, in a guest, an element of the page around it. */
  isElsewhere(event) {
    const [target] = event.composedPath();
    return target.matches?.('select, textarea, [contenteditable], input:not([type="range"])')
      || (this.isGuest && target !== document.body && !this.root.contains(target));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.keys.open || !this.game || this.root.hidden || this.isElsewhere(event)) return;
    const step = 80;
    const pan = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const keys = {
      ArrowLeft: () => this.go(this.game.at - 1), ArrowRight: () => this.go(this.game.at + 1),
      PageUp: () => this.turn(-1), PageDown: () => this.turn(1),
      n: () => this.go(this.timeline.next(this.game.at, 1)), p: () => this.go(this.timeline.next(this.game.at, -1)),
      Home: () => this.go(0), End: () => this.go(this.game.frames.length),
      ' ': () => this.toggle(), 1: () => this.see(this.viewers.includes(2) ? 2 : this.viewers[0]), 2: () => this.see(0), 3: () => this.see(1),
      '<': () => this.faster(-1), '>': () => this.faster(1), '+': () => this.board.zoom(1.4), '-': () => this.board.zoom(1 / 1.4),
      0: () => this.board.fit(), t: () => this.turnTheme(), '?': () => this.keys.showModal(),
      ...(!this.thoughts.hidden && { h: () => this.turnThoughts() }),
    };
    const isButton = event.target.matches?.('button') && (event.key === ' ' || event.key === 'Enter');
    const act = event.shiftKey && pan[event.key] ? () => this.board.pan(...pan[event.key]) : keys[event.key] || keys[event.key.toLowerCase()];
    if (!act || isButton) return;
    event.preventDefault();
    act();
  }
}
