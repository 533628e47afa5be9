// The engine: the interpreter of the Ships language behind functions with types. Scripts are texts or bytes.

import * as glue from './engine.js';

const encoder = new TextEncoder();
const bytes = (script) => (typeof script === 'string' ? encoder.encode(script) : script);

/** Thrown where a text is not a script. */
export class ScriptError extends Error {
  constructor(problem) {
    super(`line ${problem.line}, column ${problem.column}: ${problem.message}`);
    this.name = 'ScriptError';
    this.problem = problem;
  }
}

/** The interpreter; `load` and `loadSync` make it. */
export class Engine {
  get version() { return glue.version(); }

  /** Runs a script as `broadside run` does. */
  run(script, { onOutput } = {}) {
    const chunks = [];
    const write = onOutput ?? ((chunk) => chunks.push(chunk.slice()));
    const outcome = JSON.parse(glue.run(bytes(script), { write }));
    return onOutput ? outcome : { ...outcome, output: text(chunks) };
  }

  /** What `broadside check` says about a script. */
  check(script) { return JSON.parse(glue.check(bytes(script))); }

  /** The canonical form of a script, as bytes. */
  formatBytes(script) {
    try {
      return glue.format(bytes(script));
    } catch (error) {
      if (typeof error !== 'string') throw error;
      throw new ScriptError(JSON.parse(error));
    }
  }

  /** The canonical form of a script. */
  format(script) { return new TextDecoder().decode(this.formatBytes(script)); }

  /** The frames of a script, at most `most` of them, as JSON. */
  framesText(script, { most = 10_000 } = {}) { return glue.replay(bytes(script), most); }

  /** The frames of a script, at most `most` of them. */
  frames(script, options) { return JSON.parse(this.framesText(script, options)); }

  /** The words that may stand at the end of a beginning of a script. */
  complete(before) { return JSON.parse(glue.complete(bytes(before))); }

  /** The machine's turn for the player who is expected at the end of a script. */
  turn(script) { return JSON.parse(glue.turn(bytes(script))); }

  /** The words of the language. */
  language() { return JSON.parse(glue.language()); }

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

function text(chunks) {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return new TextDecoder().decode(whole);
}

/** The engine of a compiled module, or of its bytes. */
export function loadSync(module) {
  glue.initSync({ module });
  return new Engine();
}

/** The engine; without a source, of the file beside this one. */
export async function load(source) {
  const from = source ?? new URL('./engine_bg.wasm', import.meta.url);
  if (from instanceof WebAssembly.Module || ArrayBuffer.isView(from) || from instanceof ArrayBuffer) return loadSync(from);
  if (from instanceof URL && from.protocol === 'file:' && globalThis.process?.versions?.node) {
    const { readFile } = await import('node:fs/promises');
    return loadSync(await readFile(from));
  }
  await glue.default({ module_or_path: from });
  return new Engine();
}
