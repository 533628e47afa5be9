// The engine: the interpreter of the Ships language behind functions with types. Scripts are texts or bytes.

import * as glue from './engine.js';
import { start } from './start.js';

const encoder = new TextEncoder();
const bytes = (script) => (typeof script === 'string' ? encoder.encode(script) : script);

/** Thrown if a text is not a script. */
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

  /** The words that may come next after `before`, the beginning of a script. */
  complete(before) { return JSON.parse(glue.complete(bytes(before))); }

  /** The machine's turn for the player who is expected at the end of a script. */
  turn(script) { return JSON.parse(glue.turn(bytes(script))); }

  /** The words of the language. */
  language() { return JSON.parse(glue.language()); }
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

/** Makes an engine from a compiled module or from its bytes. */
export function loadSync(module) {
  glue.initSync({ module });
  return new Engine();
}

/** Makes an engine from `source`: by default, the WebAssembly file beside this one. */
export async function load(source = new URL('./engine_bg.wasm', import.meta.url)) {
  await start(glue, source);
  return new Engine();
}
