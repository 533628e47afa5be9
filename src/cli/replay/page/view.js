// The page: board, script, fleets and controls around one game. `Replay.show(data)` begins anew with other
// frames, so that other pages may use it too: as guests, with a head, a title and a script of their own.

const SPEEDS = [0.5, 1, 2, 5, 20, 100];
/** Frames a second at speed 1. */
const PACE = 1.4;
const NUMBER = new Intl.NumberFormat('en');
const KEYS_HELP = [
  ['← →', 'a step back or on'], ['Page ↑ Page ↓', 'a turn back or on'], ['Home End', 'the start, the end'],
  ['Space', 'play or pause'], ['< >', 'slower, faster'], ['1 2 3', "the referee's board, what A knows, what B knows"],
  ['+ − 0', 'zoom in, out, to fit'], ['Shift + arrows', 'move the board'], ['T', 'light or dark'], ['?', 'this list'],
];
const ICONS = {
  first: 'M6 5v14M19 5l-9 7 9 7Z', back: 'M16 5l-9 7 9 7Z', play: 'M7 4l13 8-13 8Z', pause: 'M7 5h3.6v14H7ZM13.4 5H17v14h-3.6Z',
  next: 'M8 5l9 7-9 7Z', last: 'M18 5v14M5 5l9 7-9 7Z', plus: 'M12 5v14M5 12h14', minus: 'M5 12h14',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5', theme: 'M12 3a9 9 0 1 0 0 18ZM12 3a9 9 0 0 1 0 18', help: 'M9 9.2a3 3 0 1 1 4.4 2.6c-.9.5-1.4 1-1.4 2M12 17.3v.4',
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
  /** `script` stands in for the script beside the board: it has `pane`, `show(game)` and `mark()`. */
  constructor(root, script) {
    this.root = root;
    this.isGuest = Boolean(script);
    this.board = new Board();
    this.script = script || new Script((at) => this.go(at));
    this.speed = 1;
    this.build();
    document.addEventListener('keydown', (event) => this.key(event));
    matchMedia('(max-width: 860px)').addEventListener('change', () => { this.makeRoom(); this.board.resize(); });
  }

  build() {
    this.heading = make('h1', '', 'Replay');
    this.views = make('div', 'views');
    this.views.setAttribute('role', 'group');
    this.views.setAttribute('aria-label', 'Whose board');
    this.theme = button('Light or dark', () => this.turnTheme(), icon('theme'));
    this.help = button('Keys', () => this.keys.showModal(), icon('help'));
    const tools = make('div', 'tools', ...(this.isGuest ? [this.help] : [this.theme, this.help]));
    const header = this.isGuest ? make('div', 'replay-bar', this.views, tools)
      : make('header', 'replay-bar', make('div', 'brand', this.mark(), this.heading), this.views, tools);

    const zoom = make('div', 'zoom',
      button('Zoom in', () => this.board.zoom(1.4), icon('plus')), button('Zoom out', () => this.board.zoom(1 / 1.4), icon('minus')),
      button('Whole board', () => this.board.fit(), icon('fit')));
    this.banner = make('div', 'banner');
    this.caption = make('p', 'caption');
    this.caption.setAttribute('aria-live', 'polite');
    const stage = make('section', 'stage', make('div', 'frame', this.board.svg, zoom, this.banner));
    stage.setAttribute('aria-label', 'Board');

    this.fleets = new Fleets();
    const side = make('aside', 'side', this.fleets.pane, this.note = make('p', 'card'), this.script.pane);
    side.setAttribute('aria-label', 'Fleets and script');
    this.keys = this.keyList();
    side.classList.toggle('has-script', !this.isGuest);
    this.root.replaceChildren(header, make(this.isGuest ? 'div' : 'main', 'replay-body', stage, this.controls(), side), this.keys);
  }

  mark() {
    return draw('svg', { viewBox: '0 0 32 32', class: 'logo', 'aria-hidden': 'true' },
      draw('path', { d: 'M3 18h26l-4 7H7Z', class: 'keel' }), draw('path', { d: 'M12 18V9h7v9M19 12h8M12 12H8', class: 'guns' }));
  }

  controls() {
    this.slider = make('input');
    Object.assign(this.slider, { type: 'range', min: 0, max: 0, value: 0, step: 1 });
    this.slider.setAttribute('aria-label', 'Step');
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    this.chart = draw('svg', { class: 'chart', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    this.playButton = button('Play', () => this.toggle(), icon('play'));
    this.playButton.classList.add('play');
    this.count = make('span', 'count');
    this.pace = make('select');
    this.pace.setAttribute('aria-label', 'Speed');
    for (const speed of SPEEDS) this.pace.append(new Option(`${speed}×`, speed, false, speed === 1));
    this.pace.addEventListener('change', () => { this.speed = Number(this.pace.value); });
    const buttons = make('div', 'buttons',
      button('Start', () => this.go(0), icon('first')), button('Step back', () => this.go(this.game.at - 1), icon('back')),
      this.playButton,
      button('Step on', () => this.go(this.game.at + 1), icon('next')), button('End', () => this.go(this.game.frames.length), icon('last')));
    const controls = make('section', 'controls', this.caption, make('div', 'track', this.chart, this.slider),
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

  /** Where the buttons on the board are: below it on a phone, else beside it. */
  makeRoom() {
    const isNarrow = matchMedia('(max-width: 860px)').matches;
    this.board.reserve = isNarrow ? { right: 6, bottom: 58 } : { right: 60, bottom: 6 };
  }

  show(data) {
    this.pause();
    this.makeRoom();
    this.game = new Game(data);
    this.heading.textContent = visible(data.title || data.files.map((file) => file.name).join(', ') || 'Replay');
    if (!this.isGuest) document.title = `${this.heading.textContent} – Broadside replay`;
    const names = data.views || ['Referee', 'A', 'B'];
    const eyes = { A: [0], B: [1] }[data.side] || (data.kind === 'targeting' ? [2, 0] : [2, 0, 1]);
    this.views.replaceChildren(...eyes.map((side) => {
      const name = side === REFEREE ? names[0] : names[side + 1];
      const choice = button(side === REFEREE ? `${name}: the whole board` : `What ${name} knows`, () => this.see(side), make('span', `flag eyes-${side}`), name);
      choice.dataset.eyes = side;
      return choice;
    }));
    this.eyes = eyes;
    this.slider.max = this.game.frames.length;
    this.drawChart();
    this.game.go(0);
    this.board.eyes = eyes[0];
    this.board.show(this.game);
    this.script.pane.hidden = !data.files.length;
    this.note.hidden = !data.note;
    this.note.textContent = data.note || '';
    this.script.show(this.game);
    this.see(eyes[0]);
    // What a game begins with is seen at once: the first step that a player takes is the first to show.
    const first = data.start ?? this.game.frames.findIndex((frame) => frame.t !== undefined);
    this.go(Math.max(0, first));
    this.board.fit();
  }

  /** The parts that each side has left, along the slider. */
  drawChart() {
    const { history, frames } = this.game;
    const most = Math.max(1, ...history.map(([, a, b]) => Math.max(a, b)));
    const line = (side) => history.map(([at, ...parts]) => `H${at}V${(1 - parts[side] / most).toFixed(3)}`).join('');
    this.chart.setAttribute('viewBox', `0 -.06 ${Math.max(1, frames.length)} 1.12`);
    this.chart.replaceChildren(...[0, 1].filter((side) => history.some((row) => row[side + 1]))
      .map((side) => draw('path', { d: `M0 1${line(side)}`, class: `side-${SIDES[side]}`, 'vector-effect': 'non-scaling-stroke' })));
  }

  /** Tells the style how tall the board is: phones give it no more room than it needs. */
  showRatio() {
    const [rows, cols] = [0, 1].map((axis) => this.game.size[axis] - this.game.corner[axis]);
    const ratio = Math.min(4, rows / cols).toFixed(3);
    if (this.ratio !== ratio) this.root.style.setProperty('--ratio', this.ratio = ratio);
  }

  see(side) {
    if (!this.eyes.includes(side)) return;
    this.board.eyes = side;
    for (const choice of this.views.children) choice.setAttribute('aria-pressed', String(Number(choice.dataset.eyes) === side));
    this.root.dataset.eyes = side;
    this.update();
  }

  go(at) {
    const { frames } = this.game;
    at = Math.max(0, Math.min(at, frames.length));
    if (at >= frames.length) this.pause();
    const isStep = Math.abs(at - this.game.at) === 1;
    this.game.go(at);
    this.board.isStep = isStep;
    if (!this.board.isFitted || (this.game.size[0] - this.game.corner[0]) * (this.game.size[1] - this.game.corner[1]) > WHOLE) this.board.follow(this.board.places());
    else this.board.refit();
    this.update();
  }

  update() {
    const { game } = this;
    this.showRatio();
    this.board.render();
    this.script.mark();
    this.slider.value = game.at;
    const told = tell(game, this.board.eyes);
    this.caption.replaceChildren(...told);
    this.slider.setAttribute('aria-valuetext', `step ${game.at} of ${game.frames.length}: ${this.caption.textContent}`);
    this.slider.style.setProperty('--done', `${(100 * game.at) / Math.max(1, game.frames.length)}%`);
    this.count.textContent = `${NUMBER.format(game.at)} / ${NUMBER.format(game.frames.length)}`;
    this.fleets.show(game, this.board.eyes);
    this.showBanner();
  }

  showBanner() {
    const { d } = this.game.frame || { d: [] };
    const text = d[0] === 'no' ? d[1] : d[0] === 'end' && d[2] >= 0 ? `${SIDES[d[2]]} won` : this.game.data.won && this.game.at === this.game.frames.length ? this.game.data.won : '';
    this.banner.className = `banner ${d[0] === 'no' ? 'refused' : 'won'}`;
    this.banner.hidden = !text;
    if (this.banner.textContent !== text) this.banner.textContent = text;
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

  /** To the end of this turn, or of the one before. */
  turn(way) {
    const { game } = this;
    let at = game.at + way;
    while (at > 0 && at < game.frames.length && game.frames[at - 1].d[0] !== 'end') at += way;
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
    this.speed = SPEEDS[at];
    this.pace.value = this.speed;
  }

  /** Whether a key is meant for something else: what is typed into, or what belongs to the host of a guest. */
  isElsewhere(event) {
    const [target] = event.composedPath();
    return target.matches?.('select, textarea, [contenteditable], input:not([type="range"])')
      || (this.isGuest && target !== document.body && !this.root.contains(target));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.keys.open || !this.game || this.isElsewhere(event)) return;
    const step = 80;
    const pan = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const keys = {
      ArrowLeft: () => this.go(this.game.at - 1), ArrowRight: () => this.go(this.game.at + 1),
      PageUp: () => this.turn(-1), PageDown: () => this.turn(1),
      Home: () => this.go(0), End: () => this.go(this.game.frames.length),
      ' ': () => this.toggle(), 1: () => this.see(this.eyes.includes(2) ? 2 : this.eyes[0]), 2: () => this.see(0), 3: () => this.see(1),
      '<': () => this.faster(-1), '>': () => this.faster(1), '+': () => this.board.zoom(1.4), '-': () => this.board.zoom(1 / 1.4),
      0: () => this.board.fit(), t: () => this.turnTheme(), '?': () => this.keys.showModal(),
    };
    const isButton = event.target.matches?.('button') && (event.key === ' ' || event.key === 'Enter');
    const act = event.shiftKey && pan[event.key] ? () => this.board.pan(...pan[event.key]) : keys[event.key];
    if (!act || isButton) return;
    event.preventDefault();
    act();
  }
}
