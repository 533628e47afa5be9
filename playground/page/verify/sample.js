// A first program: it places ships and prints the board. That is level `place`; the next one is `fleet`.
const LENGTH = { CAR: 5, BAT: 4, CRU: 3, DES: 2 };
const FLEET = { CAR: 1, BAT: 2, CRU: 3, DES: 4 };
const STEP = { N: [1, 0], E: [0, -1], S: [-1, 0], W: [0, 1] };
const ROWS = 21, COLS = 10;
const START = { A: 0, B: 11 };  // the first of ten rows

const ships = new Map();  // "A CAR 0" -> its fields
const other = (player) => (player === "A" ? "B" : "A");

function refuse(command, reason) {
  console.log(`INVALID OPERATION "${command}": ${reason}`);
  process.exit(1);
}

function isTooClose(fields) {
  return [...ships.values()].flat().some(([a, b]) => fields.some(([y, x]) => Math.abs(a - y) <= 1 && Math.abs(b - x) <= 1));
}

function place(player, y, x, heading, number, kind) {
  const command = `PLACE_SHIP ${y} ${x} ${heading} ${number} ${kind}`;
  const [dy, dx] = STEP[heading];
  const fields = Array.from({ length: LENGTH[kind] }, (_, k) => [y + k * dy, x + k * dx]);
  const top = START[player], name = `${player} ${kind} ${number}`;
  if (fields.some(([y, x]) => y < top || y > top + 9 || x < 0 || x >= COLS)) refuse(command, "NOT IN STARTING POSITION");
  if (ships.has(name)) refuse(command, "SHIP ALREADY PRESENT");
  if (number < 0 || number >= FLEET[kind]) refuse(command, "ALL SHIPS OF THE CLASS ALREADY SET");
  if (isTooClose(fields)) refuse(command, "PLACING SHIP TOO CLOSE TO OTHER SHIP");
  ships.set(name, fields);
}

function print() {
  const sea = Array.from({ length: ROWS }, () => Array(COLS).fill(" "));
  const parts = { A: 0, B: 0 };
  for (const [name, fields] of ships) {
    for (const [y, x] of fields) sea[y][x] = "+";
    parts[name[0]] += fields.length;
  }
  for (const row of sea) console.log(row.join(""));
  console.log(`PARTS REMAINING:: A : ${parts.A} B : ${parts.B}`);
}

const words = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
const next = () => words.shift();
const number = () => Number(next());

let open = null, expected = "A";
for (let word = next(); word; word = next()) {
  const player = { "[playerA]": "A", "[playerB]": "B" }[word];
  if (player && player === open) [open, expected] = [null, other(player)];
  else if (player && (open || player !== expected)) refuse(`${word} `, "THE OTHER PLAYER EXPECTED");
  else if (player) open = player;
  else if (word === "PLACE_SHIP") place(open, number(), number(), next(), number(), next());
  else if (word === "PRINT") { next(); print(); }
}
