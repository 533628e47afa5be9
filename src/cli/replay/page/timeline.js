// The timeline below the board: a chart of the parts that each side has left, with turns, hits and sunk ships. It has
// a slider, and a tip that explains the step at the pointer.

class Timeline {
  constructor(onGo) {
    this.slider = make('input');
    Object.assign(this.slider, { type: 'range', min: 0, max: 0, value: 0, step: 1 });
    this.slider.setAttribute('aria-label', 'Step');
    this.slider.addEventListener('input', () => onGo(Number(this.slider.value)));
    this.chart = draw('svg', { class: 'chart', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    this.tip = make('div', 'tip');
    this.tip.hidden = true;
    this.tip.setAttribute('aria-hidden', 'true');
    this.track = make('div', 'track', this.chart, this.slider, this.tip);
    this.track.addEventListener('pointermove', (event) => this.hover(event));
    this.track.addEventListener('pointerleave', () => { this.tip.hidden = true; });
  }

  show(game, story) {
    Object.assign(this, { game, story });
    this.slider.max = game.frames.length;
    this.events = game.frames.flatMap((frame, i) => (isHit(frame) || frame.d[0] === 'no' ? [i] : []));
  }

  /** Whether the viewer may know of frame `i`. A side knows of hits that it is told of, and of its own refused orders. */
  mayKnow(i, viewer) {
    const { frames } = this.game;
    const { d, t } = frames[i];
    return viewer === REFEREE || this.game.grids || t === viewer && d[0] === 'no' || isTold(this.game, frames[i], viewer);
  }

  see(viewer) {
    this.viewer = viewer;
    // The view of a side shows nothing after the current step.
    this.track.classList.toggle('one-side', viewer !== REFEREE);
    const { history, frames, turns } = this.game;
    const sides = [0, 1].filter((side) => (viewer === REFEREE || side === viewer) && history.some((row) => row[side + 1]));
    const most = Math.max(1, ...history.flatMap(([, ...parts]) => sides.map((side) => parts[side])));
    const line = (side) => history.map(([at, ...parts]) => `H${at}V${(1 - parts[side] / most).toFixed(3)}`).join('');
    const ticks = [];
    const rows = turns[frames.length];
    if (rows < 400) for (let i = 1; i <= frames.length; i++) if (turns[i] !== turns[i - 1]) ticks.push(`M${i} 0V1`);
    const known = this.events.filter((i) => this.mayKnow(i, viewer));
    const marks = (outcome, from) => known.filter((i) => frames[i].d[6] === outcome).slice(0, 5000).map((i) => `M${i + 1} ${from}V1`).join('');
    const shape = (d, name) => draw('path', { d, class: name, 'vector-effect': 'non-scaling-stroke' });
    this.chart.setAttribute('viewBox', `0 -.06 ${Math.max(1, frames.length)} 1.12`);
    this.chart.replaceChildren(shape(ticks.join(''), 'turns'), shape(marks('hit', 0.86), 'hits'), shape(marks('sunk', 0.68), 'sinkings'),
      ...sides.map((side) => shape(`M0 1${line(side)}`, `side-${SIDES[side]}`)));
  }

  /** The next event after a step or, if `way` is negative, the last event before it. */
  next(at, way) {
    const known = this.events.filter((i) => this.mayKnow(i, this.viewer));
    const found = way > 0 ? known.find((i) => i + 1 > at) : known.findLast((i) => i + 1 < at);
    return found === undefined ? (way > 0 ? this.game.frames.length : 0) : found + 1;
  }

  mark(at, words) {
    const { length } = this.game.frames;
    this.slider.value = at;
    this.slider.setAttribute('aria-valuetext', `step ${at} of ${length}: ${words}`);
    this.track.style.setProperty('--done', `${(100 * at) / Math.max(1, length)}%`);
  }

  hover({ clientX }) {
    const { left, width } = this.chart.getBoundingClientRect();
    if (!this.game || width < 2) return;
    const { frames, turns } = this.game;
    const share = Math.max(0, Math.min(1, (clientX - left) / width));
    const at = Math.round(share * frames.length);
    const frame = frames[at - 1];
    const isPast = this.viewer === REFEREE || at <= this.game.at;
    const isKnown = frame && isPast && isHit(frame) && this.mayKnow(at - 1, this.viewer);
    const what = isKnown ? (frame.d[6] === 'sunk' ? ' · a ship sunk' : ' · a hit') : '';
    this.tip.textContent = `${frame?.t === undefined ? 'Before the game' : `Turn ${turns[at - 1] + 1} · ${this.story.names[frame.t]}`} · step ${at}${what}`;
    this.tip.style.left = `${Math.round(Math.max(0, Math.min(1, share)) * 100)}%`;
    this.tip.hidden = false;
  }
}
