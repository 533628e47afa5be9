// The game as a story: what each side has done up to a step, what a side may read, and what decided the game.

/** Whether a viewer (a side or the referee) may read the command of a frame. */
function maySee(game, { d, t }, viewer) {
  if (viewer === REFEREE || d[0] === 'end' || t === viewer) return true;
  if (game.grids && t !== undefined) return d[0] !== 'smoke';
  if (d[0] === 'ship') return d[2] === viewer;
  if (t !== undefined) return false;
  return !/^(INFORMATION|SET_AI_PLAYER) [AB]/.test(d[1]) || d[1].includes(` ${SIDES[viewer]}`);
}

/** Whether a frame is a shot that hit a healthy part. */
const isHit = ({ d }) => d[0] === 'shot' && (d[6] === 'hit' || d[6] === 'sunk');

/** Counts of shots, hits and planes of each side after any step. */
class Tally {
  constructor(frames) {
    const list = () => [0, 1].map(() => new Int32Array(frames.length + 1));
    Object.assign(this, { shots: list(), hits: list(), planes: list() });
    frames.forEach((frame, i) => {
      for (const counts of [this.shots, this.hits, this.planes]) for (const side of counts) side[i + 1] = side[i];
      const { d, t } = frame;
      if (t === undefined) return;
      if (d[0] === 'shot') this.shots[t][i + 1]++;
      if (d[0] === 'spy' || d[0] === 'radar') this.planes[t][i + 1]++;
      if (isHit(frame)) this.hits[t][i + 1]++;
    });
  }
}

/** How a game ended, and the steps that decided it. */
class Story {
  constructor(game) {
    this.game = game;
    const { frames } = game;
    this.tally = new Tally(frames);
    this.firstShot = frames.findIndex(({ d }) => d[0] === 'shot');
    this.firstHit = frames.findIndex(isHit);
    const last = frames[frames.length - 1];
    this.winner = last?.d[0] === 'end' && last.d[2] >= 0 ? last.d[2] : -1;
    const [record, side, reason] = /^# (?:([AB]) wins|draw): (.+)$/.exec(lastLine(game.data)) || [];
    if (this.winner < 0 && side) this.winner = SIDES.indexOf(side);
    this.isDrawn = Boolean(record && !side);
    this.reason = record && reason !== 'won' ? `: ${reason}` : '';
    this.names = names(game.data);
    this.turningPoint = this.winner < 0 ? -1 : turningPoint(game, this.winner);
  }

  /** The step at which a page opens: the first shot, else a refusal that ends the script, else the last placement. */
  get opening() {
    if (this.firstShot >= 0) return this.firstShot + 1;
    if (this.game.frames.at(-1)?.d[0] === 'no') return this.game.frames.length;
    return this.game.frames.findLastIndex(({ d }) => d[0] === 'ship') + 1;
  }

  /** The result in words; empty if there is none. */
  get result() {
    return this.winner >= 0 ? `${this.names[this.winner]} won` : this.game.data.ended || (this.isDrawn ? 'drawn' : '');
  }

  /** The summary of the whole game: result, turns, steps. */
  summary() {
    const { data, frames, turns } = this.game;
    const count = turns[frames.length];
    const { result } = this;
    const after = count ? (result && `${result} after `) + plural(count, 'turn') : result;
    return [data.game, after + this.reason, plural(frames.length, 'step')].filter(Boolean).join(' · ');
  }
}

const plural = (n, word) => `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`;

/** The last line of the last file, where a record says how the game ended. */
const lastLine = (data) => data.files[data.files.length - 1]?.text.trimEnd().split('\n').pop() || '';

/** The names of both sides: those given, or those in the first line of a record, or A and B. */
function names(data) {
  if (data.names) return data.names;
  const head = data.files[0]?.text.slice(0, 1000) || '';
  const played = /^# A against the machine \((.+?)\)/.exec(head);
  if (played) return ['A', `Machine (${played[1]})`];
  const record = /^# (?:(game \d+)|a fight)[^:]*: A is (.+), B is (.+)$/m.exec(head);
  if (!record) return ['A', 'B'];
  data.game ??= record[1] || '';
  return [record[2], record[3]];
}

/** The frame in which the winner took a lead in parts that lasted to the end, or -1 if there is none. */
function turningPoint({ frames }, winner) {
  const parts = [0, 0], owner = new Map();
  let since = -1, isAhead = false;
  frames.forEach((frame, i) => {
    const { d } = frame;
    if (d[0] === 'ship') {
      parts[d[2]] += d[8].split('1').length - 1;
      owner.set(d[1], d[2]);
    } else if (isHit(frame)) {
      parts[owner.get(d[7])]--;
      const lead = parts[winner] - parts[1 - winner];
      if (lead > 0 && !isAhead) since = i;
      isAhead = lead > 0;
    }
  });
  return isAhead ? since : -1;
}

/** The card beside the board when the game is over: result, accuracy and the steps that decided it. */
function verdict(story, onJump) {
  const { game, tally, names } = story;
  const end = game.frames.length;
  const shots = [0, 1].filter((side) => tally.shots[side][end]).map((side) => {
    const [fired, hit] = [tally.shots[side][end], tally.hits[side][end]];
    return make('li', '', make('span', `flag viewer-${side}`), make('bdi', '', visible(names[side])), ` hit ${hit} of ${fired} (${Math.round((100 * hit) / fired)} %)`);
  });
  const jump = (frame, words) => {
    if (frame < 0) return [];
    const link = make('a', '', words);
    link.href = `#${frame + 1}`;
    link.addEventListener('click', (event) => { event.preventDefault(); onJump(frame + 1); });
    return [make('li', '', link, ` in turn ${game.turns[frame] + 1}`)];
  };
  const title = (story.isDrawn ? 'Drawn' : story.result || 'The game is over') + story.reason;
  return [make('h2', '', visible(title)), make('ul', 'facts', ...shots,
    ...jump(story.firstHit, 'First hit'), ...(story.turningPoint === story.firstHit ? [] : jump(story.turningPoint, 'Ahead for good')))];
}
