// The opponent: the fair machine, which fights a person or itself. A module of its own, for running scripts takes
// none of it.

import { start } from '../start.js';
import * as glue from './opponent.js';

/** The machine; `load` and `loadSync` make it. */
export class Opponent {
  /** The script of a game of two machines. */
  fight(seed) { return new TextDecoder().decode(glue.fight(String(seed))); }

  /** A game of a person, who is A, against the machine. */
  versus({ setup = 'small', level = 4, seed = 0 } = {}) { return new Versus(new glue.Hand(setup, level, String(seed))); }
}

/** A game of a person against the machine. What changes it answers with what A knows then. */
export class Versus {
  #hand;

  constructor(hand) { this.#hand = hand; }

  /** What a method of the game answers, as JSON. */
  text(method, ...more) { return this.#hand[method](...more); }

  /** What A knows. */
  view() { return JSON.parse(this.#hand.view()); }

  /** What a ship, such as `0 CRU`, can do. */
  offers(ship) { return JSON.parse(this.#hand.offers(ship)); }

  /** Does something: `sail`, `shoot`, `spy`, `place`, `hint`, `follow`, `end`, `undo`, `draw`, `resign` or `rematch`. */
  act(method, ...more) { return JSON.parse(this.#hand[method](...more)); }

  /** The whole game as a script once it is over; before, what A has ordered and seen. */
  script() { return new TextDecoder().decode(this.#hand.script()); }

  /** Frees the memory of the game. */
  free() { this.#hand.free(); }
}

/** The opponent of a compiled module, or of its bytes. */
export function loadSync(module) {
  glue.initSync({ module });
  return new Opponent();
}

/** The opponent; without a source, of the file beside this one. */
export async function load(source = new URL('./opponent_bg.wasm', import.meta.url)) {
  await start(glue, source);
  return new Opponent();
}
