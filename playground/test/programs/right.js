// The interpreter of the book's chapter "Write an interpreter", up to level `move`, in JavaScript.
const CLASSES = ["CAR", "BAT", "CRU", "DES"];
const LENGTH = { CAR: 5, BAT: 4, CRU: 3, DES: 2 };
const STEP = { N: [-1, 0], E: [0, 1], S: [1, 0], W: [0, -1] };
const TURN = { L: { N: "W", W: "S", S: "E", E: "N" }, R: { N: "E", E: "S", S: "W", W: "N" } };
const other = (player) => (player === "A" ? "B" : "A");

class Invalid extends Error {}
const refuse = (reason) => { throw new Invalid(reason); };

class Ship {
  constructor(player, kind, y, x, heading, health = "1".repeat(LENGTH[kind])) {
    Object.assign(this, { player, kind, y, x, heading, healthy: [...health].map((digit) => digit === "1") });
  }

  fields() {
    const [dy, dx] = STEP[this.heading];
    return this.healthy.map((_, k) => [this.y - k * dy, this.x - k * dx]);
  }

  moved(way) {
    let [dy, dx] = STEP[this.heading];
    const after = new Ship(this.player, this.kind, this.y + dy, this.x + dx, this.heading);
    after.healthy = this.healthy;
    if (way !== "F") {
      after.heading = TURN[way][this.heading];
      [dy, dx] = STEP[after.heading];
      after.y += (LENGTH[this.kind] - 1) * dy;
      after.x += (LENGTH[this.kind] - 1) * dx;
    }
    return after;
  }
}

const game = { rows: 21, cols: 10, start: { A: [0, 0, 9, 9], B: [11, 0, 20, 9] }, fleet: { A: [1, 2, 3, 4], B: [1, 2, 3, 4] }, ships: new Map(), reefs: new Set(), expected: "A", moves: new Map() };
const onBoard = ([y, x]) => y >= 0 && y < game.rows && x >= 0 && x < game.cols;
const onReef = (ship) => ship.fields().some(([y, x]) => game.reefs.has(`${y} ${x}`));
const sum = (list) => list.reduce((a, b) => a + b, 0);
const allPlaced = () => game.ships.size === sum(game.fleet.A) + sum(game.fleet.B);
const owned = (player) => [...game.ships.values()].filter((ship) => ship.player === player);
const parts = (player) => sum(owned(player).map((ship) => ship.healthy.filter(Boolean).length));

function isTooClose(ship, except) {
  const others = [...game.ships.values()].filter((one) => one !== except).flatMap((one) => one.fields());
  return ship.fields().some(([y, x]) => others.some(([a, b]) => Math.abs(a - y) <= 1 && Math.abs(b - x) <= 1));
}

function checkName(player, kind, number) {
  if (game.ships.has(`${player} ${kind} ${number}`)) refuse("SHIP ALREADY PRESENT");
  if (number < 0 || number >= game.fleet[player][CLASSES.indexOf(kind)]) refuse("ALL SHIPS OF THE CLASS ALREADY SET");
}

function checkWater(ship, except) {
  if (onReef(ship)) refuse("PLACING SHIP ON REEF");
  if (isTooClose(ship, except)) refuse("PLACING SHIP TOO CLOSE TO OTHER SHIP");
}

const COMMANDS = {
  PRINT: { form: "n", run() {
    if (game.rows * game.cols > 1e9) refuse("BOARD IS TOO LARGE TO PRINT");
    const sea = Array.from({ length: game.rows }, () => Array(game.cols).fill(" "));
    for (const ship of game.ships.values()) ship.fields().forEach(([y, x], k) => { sea[y][x] = ship.healthy[k] ? "+" : "x"; });
    for (const reef of game.reefs) { const [y, x] = reef.split(" "); sea[y][x] = "#"; }
    for (const row of sea) console.log(row.join(""));
    console.log(`PARTS REMAINING:: A : ${parts("A")} B : ${parts("B")}`);
  } },
  SET_FLEET: { form: "w*", run(player, ...numbers) {
    if (!numbers.length) numbers = [1, 2, 3, 4];
    if (Math.min(...numbers) < 0) refuse("FLEET SIZE IS NEGATIVE");
    if (Math.max(...numbers) > 1_000_000) refuse("FLEET IS TOO LARGE");
    for (const name of game.ships.keys()) {
      const [owner, kind, number] = name.split(" ");
      if (owner === player && number >= numbers[CLASSES.indexOf(kind)]) refuse("FLEET IS SMALLER THAN THE SHIPS PLACED");
    }
    game.fleet[player] = numbers;
  } },
  NEXT_PLAYER: { form: "w", run(player) { game.expected = player; } },
  BOARD_SIZE: { form: "nn", run(rows, cols) {
    if (rows <= 0 || cols <= 0) refuse("BOARD SIZE IS NOT POSITIVE");
    const taken = [...[...game.reefs].map((reef) => reef.split(" ").map(Number)), ...[...game.ships.values()].flatMap((ship) => ship.fields())];
    if (taken.some(([y, x]) => y >= rows || x >= cols)) refuse("SHIPS OR REEFS WOULD LEAVE THE BOARD");
    Object.assign(game, { rows, cols });
  } },
  INIT_POSITION: { form: "wnnnn", run(player, ...rectangle) { game.start[player] = rectangle; } },
  REEF: { form: "nn", run(y, x) {
    if (!onBoard([y, x])) refuse("REEF IS NOT PLACED ON BOARD");
    game.reefs.add(`${y} ${x}`);
  } },
  SHIP: { form: "wnnwnww", run(player, y, x, heading, number, kind, health) {
    const ship = new Ship(player, kind, y, x, heading, health);
    checkName(player, kind, number);
    if (!ship.fields().every(onBoard)) refuse("NOT IN STARTING POSITION");
    checkWater(ship);
    game.ships.set(`${player} ${kind} ${number}`, ship);
  } },
  PLACE_SHIP: { form: "nnwnw", run(y, x, heading, number, kind) {
    const player = open, [top, left, bottom, right] = game.start[player];
    const ship = new Ship(player, kind, y, x, heading);
    if (!ship.fields().every(([y, x]) => onBoard([y, x]) && y >= top && y <= bottom && x >= left && x <= right)) refuse("NOT IN STARTING POSITION");
    checkName(player, kind, number);
    checkWater(ship);
    game.ships.set(`${player} ${kind} ${number}`, ship);
  } },
  SHOOT: { form: "nn", run(y, x) {
    if (!allPlaced()) refuse("NOT ALL SHIPS PLACED");
    if (!onBoard([y, x])) refuse("FIELD DOES NOT EXIST");
    for (const ship of game.ships.values()) ship.fields().forEach(([a, b], k) => { if (a === y && b === x) ship.healthy[k] = false; });
  } },
  MOVE: { form: "nww", run(number, kind, way) {
    const name = `${open} ${kind} ${number}`, before = game.ships.get(name), moves = game.moves.get(name) ?? 0;
    if (!before) refuse("SHIP DOES NOT EXIST");
    if (moves >= (kind === "CAR" ? 2 : 3)) refuse("SHIP MOVED ALREADY");
    const after = before.moved(way);
    if (onReef(after)) refuse("PLACING SHIP ON REEF");
    if (!after.fields().every(onBoard)) refuse("SHIP WENT FROM BOARD");
    checkWater(after, before);
    game.ships.set(name, after);
    game.moves.set(name, moves + 1);
  } },
};

let words = [], at = 0, open = null;

/** Reads the arguments of a form: `w` is a word, `n` a number, `*` all numbers that follow on the line. */
function args(form) {
  const found = [];
  for (const kind of form) {
    if (kind === "w") found.push(words[at++].word);
    else if (kind === "n") found.push(Number(words[at++].word));
    else while (at < words.length && words[at].line === words[at - 1].line && /^[+-]?\d+$/.test(words[at].word)) found.push(Number(words[at++].word));
  }
  return found;
}

function stop(command, reason) {
  console.log(`INVALID OPERATION "${command}": ${reason}`);
  process.exit(1);
}

function close(player) {
  [open, game.expected] = [null, other(player)];
  if (!allPlaced() || !owned(other(player)).length || parts(other(player))) return;
  console.log(`${player} won`);
  process.exit(0);
}

function tag(word) {
  if (word === "[state]") { open = open === "state" ? null : "state"; return; }
  const player = word[7];
  if (player === open) { close(player); return; }
  if (open === "A" || open === "B" || player !== game.expected) stop(`${word} `, "THE OTHER PLAYER EXPECTED");
  open = player;
  game.moves = new Map();
}

function run(text) {
  words = text.split("\n").flatMap((text, line) => text.split(/\s+/).filter(Boolean).map((word) => ({ line, word })));
  while (at < words.length) {
    const { word } = words[at++];
    if (/^\[(state|player[AB])\]$/.test(word)) { tag(word); continue; }
    const { form, run } = COMMANDS[word] ?? {};
    if (!run) continue;
    const given = args(form);
    try {
      run(...given);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      stop([word, ...given].join(" "), error.message);
    }
  }
  if (open === "A" || open === "B") close(open);
}

run(require("fs").readFileSync(0, "utf8"));
