// The opponent: the fair machine, which plays against a person or itself. It is a module of its own, because a page that
// only runs scripts does not need it.

import { start } from '../start.js';
import * as glue from './opponent.js';

/** The machine; `load` and `loadSync` make it. */
export class Opponent {
  /** The script of a game of two machines. */
  fight(seed) { return new TextDecoder().decode(glue.fight(String(seed))); }

  /** A game of a person, who is A, against the machine. */
  versus({ setup = 'small', level = 4, seed = 0 } = {}) { return new Versus(new glue.Hand(setup, level, String(seed))); }
}

/** A game of a person against the machine. A method that changes the game returns what A knows afterwards. */
export class Versus {
  #hand;

  constructor(hand) { this.#hand = hand; }

  /** Calls a method of the game. Returns its answer as JSON text. */
  text(method, ...more) { return this.#hand[method](...more); }

  /** What A knows. */
  view() { return JSON.parse(this.#hand.view()); }

  /** What a ship, such as `0 CRU`, can do. */
  offers(ship) { return JSON.parse(this.#hand.offers(ship)); }

  /** Carries out an action: `sail`, `shoot`, `spy`, `place`, `hint`, `follow`, `end`, `undo`, `draw`, `resign` or `rematch`. */
  act(method, ...more) { return JSON.parse(this.#hand[method](...more)); }

  /** The game as a script: what A has ordered and seen, or the whole game once it is over. */
  script() { return new TextDecoder().decode(this.#hand.script()); }

  /** Frees the memory of the game. */
  free() { this.#hand.free(); }
}

/** Makes the opponent from a compiled module, or from its bytes. */
export function loadSync(module) {
  glue.initSync({ module });
  return new Opponent();
}

/** Makes the opponent from `source`, by default the file beside this one. */
export async function load(source = new URL('./opponent_bg.wasm', import.meta.url)) {
  await start(glue, source);
  return new Opponent();
}
