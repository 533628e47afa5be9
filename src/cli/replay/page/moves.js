// The moves as a list: a head for each turn, a line for each step. In the view of a side, unseen steps of the other
// side have no words, and the list ends at the current step.

const ARROW = { F: 'ahead', L: 'to port', R: 'to starboard' };

class Moves extends List {
  constructor(onJump) {
    super('Moves', 'moves', onJump);
    this.height = 25;
    this.viewer = REFEREE;
  }

  show(game, story) {
    Object.assign(this, { game, story });
    this.layOut();
  }

  see(viewer) {
    if (this.viewer === viewer) return;
    this.viewer = viewer;
    if (this.game) { this.layOut(); this.mark(); }
  }

  /** Lays out the rows. A row is the number of a frame, or a head with its text. */
  layOut() {
    const { frames, turns } = this.game;
    this.rows = [];
    this.at = new Int32Array(frames.length);
    let turn, isUnseen = false;
    frames.forEach((frame, i) => {
      const now = frame.t === undefined ? 'state' : turns[i];
      if (now !== turn) {
        turn = now;
        const name = frame.t === undefined ? '' : this.story.names[frame.t];
        this.rows.push({ text: frame.t === undefined ? (this.game.grids ? 'Set-up' : 'The referee') : `Turn ${turns[i] + 1} · `, name, side: frame.t, frame: i });
        isUnseen = false;
      }
      const isEnd = frame.d[0] === 'end';
      const isShown = isEnd ? frame.d[2] >= 0 : maySee(this.game, frame, this.viewer) || this.game.sightings[this.viewer].has(i);
      // Consecutive unseen orders share a row.
      if (isShown) this.rows.push(i);
      else if (!isEnd && !isUnseen) this.rows.push({ text: 'out of sight', name: '', frame: i, style: 'move set' });
      isUnseen = !isShown;
      this.at[i] = this.rows.length - 1;
    });
    this.reset(this.rows.length);
    this.render();
  }

  mark() {
    const count = this.viewer === REFEREE ? this.rows.length : Math.min(this.rows.length, Math.max(1, this.place() + 1));
    if (count !== this.count) this.resize(count);
    super.mark();
  }

  place() { return this.game.at ? this.at[this.game.at - 1] : -1; }

  line(row) {
    const it = this.rows[row];
    const line = typeof it === 'number' ? make('div', 'line move', ...this.stepAsSeen(it)) : this.head(it);
    line.dataset.frame = typeof it === 'number' ? it : it.frame;
    return line;
  }

  head({ text, name, side, style = 'turn' }) {
    const who = make('bdi', side === undefined ? '' : `name-${SIDES[side]}`, visible(name));
    return make('div', `line ${style}`, text, who);
  }

  /** A step as the viewer sees it. Of the other side's steps, a side sees only what comes into its sight. */
  stepAsSeen(i) {
    const frame = this.game.frames[i];
    if (frame.d[0] === 'end' || maySee(this.game, frame, this.viewer)) return this.words(frame);
    const { from, to } = this.game.sightings[this.viewer].get(i);
    if (frame.d[0] === 'spy') return this.words(frame);
    if (frame.d[0] === 'shot') return [`a shot falls at ${stretch(this.game, to)}`];
    return [`a ship ${!to.length ? 'leaves' : from.length ? 'moves' : 'comes'}: ${stretch(this.game, to.length ? to : from)}`];
  }

  /** A step in a few words: `cruiser 2 → 18 4 ✖`. */
  words({ d, t }) {
    const { game } = this;
    const ship = (id) => { const { type, index, name } = game.roll[id]; return type ? `${NAMES[type]} ${index}` : visible(name || 'the ship'); };
    const place = (i) => game.place(d, i);
    switch (d[0]) {
      case 'ship': return [`${ship(d[1])} at ${place(5)}${game.grids ? '' : ` ${d[7]}`}`];
      case 'move': return [`${ship(d[1])} ${ARROW[d[8]]}`];
      case 'shot': return [`${d[3] >= 0 ? `${ship(d[3])} ` : d[9] ? `${d[9]} ` : ''}→ ${place(1)} `, this.outcome({ d, t })];
      case 'spy': return [`plane over ${place(1)}`];
      case 'radar': return [`radar over ${place(1)}: ${d[5] ? 'found' : 'nothing'}`];
      case 'smoke': return [`smoke over ${place(1)}`];
      case 'end': return [make('b', '', `${this.story.names[d[2]]} wins`)];
      case 'no': return [make('span', 'no', `${visible(d[2])}: ${d[1]}`)];
      default: return [make('span', t === undefined ? 'set' : '', visible(d[1]))];
    }
  }

  /** How a shot ended, or nothing if the viewer is not told. What else a side sees is on the board. */
  outcome(frame) {
    const { d } = frame;
    if (this.viewer !== REFEREE && !isAnnounced(this.game) && !isTold(this.game, frame, this.viewer)) return '';
    const [sign, words] = { hit: ['✖', 'hit'], sunk: ['✖✖', 'sunk'], again: ['×', 'hit before'], reef: ['▲', 'reef'], water: ['', ''] }[d[6]];
    const mark = make('span', `mark-${d[6]}`, sign);
    if (words) mark.title = words;
    return mark;
  }
}
