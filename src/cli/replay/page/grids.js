// Games on two grids: A's on the left, B's on the right, with columns between them. Ships do not move, and both
// sides are told what each shot hits.

/** Columns between the grids. */
const BETWEEN = 2;

/** The letters of a column, counted from 0: A to Z, then AA and so on. */
function letters(n) {
  const letter = String.fromCharCode(65 + (n % 26));
  return n < 26 ? letter : String.fromCharCode(64 + Math.floor(n / 26)) + letter;
}

/** Two grids on one board, and the names of their fields. */
class Grids {
  constructor({ rows, cols, notation }) { Object.assign(this, { rows, cols, notation }); }

  /** The first column of a side's grid. */
  left(side) { return side * (this.cols + BETWEEN); }

  /** The side whose grid has a column; -1 between the grids. */
  side(col) { return [0, 1].findIndex((side) => col >= this.left(side) && col < this.left(side) + this.cols); }

  /** Both grids as top, left, bottom, right. The row `bottom` and the column `right` are not included. */
  seas() { return [0, 1].map((side) => [0, this.left(side), this.rows, this.left(side) + this.cols]); }

  row(row) { return this.notation === 'numbers' ? String(row) : String(row + 1); }

  /** The name of a column; empty between the grids. */
  col(col) {
    const side = this.side(col);
    if (side < 0) return '';
    const n = col - this.left(side);
    return this.notation === 'numbers' ? String(n) : letters(n);
  }

  /** A field as players of the game write it. */
  field(row, col) {
    const [down, across] = [this.row(row), this.col(col)];
    return { numbers: `${down}, ${across}`, commas: `${down},${across}` }[this.notation] || across + down;
  }
}

/** Whether both sides are told what each shot hits. */
const isAnnounced = (game) => Boolean(game.grids) || game.data.kind === 'targeting';

/** Whether a frame is the last of its turn. */
const endsTurn = (frame) => frame.d[0] === 'end' || Boolean(frame.e);

/** Radar, smoke or the end of a game on two grids, in words. Empty for other frames. */
function gridWords(game, { d }) {
  const at = () => game.place(d, 1);
  switch (d[0]) {
    case 'radar': return `Radar over ${at()}: ${d[5] ? 'enemy ships found' : 'no enemy ships found'}`;
    case 'smoke': return `Smoke over ${at()} hides ships from radar`;
    case 'end': return `${d[3] ? `${d[3]}. ` : ''}${names(game.data)[d[2]]} wins`;
    default: return '';
  }
}
