// The code of a worker. It first gets a module, the interpreter or the opponent, and then answers one call after the
// other. The output of a run is posted in chunks before its answer. `cargo xtask web` bundles this file with the
// package `broadside-engine`.

import { loadSync as interpreter, ScriptError } from 'broadside-engine';
import { loadSync as opponent } from 'broadside-engine/opponent';

/** The most bytes of output that are passed on; the rest is only counted. */
const MOST_SHOWN = 500_000;
/** Milliseconds between two messages that give only the number of bytes. */
const PACE = 200;

/** Passes on the output of a run. */
class Sink {
  constructor(id) {
    this.id = id;
    this.printed = 0;
    this.lastReport = 0;
  }

  write(bytes) {
    const room = MOST_SHOWN - this.printed;
    this.printed += bytes.length;
    if (room > 0) postMessage({ id: this.id, chunk: bytes.slice(0, room), printed: this.printed });
    else if (Date.now() - this.lastReport > PACE) {
      this.lastReport = Date.now();
      postMessage({ id: this.id, printed: this.printed });
    }
  }
}

/** The functions that make an engine from a module, by the module's name in the page. */
const MAKERS = { interpreter, opponent };

let engine, broken, game;

const CALLS = {
  version: () => engine.version,
  language: () => engine.language(),
  check: ({ script }) => engine.check(script),
  complete: ({ script }) => engine.complete(script),
  turn: ({ script }) => engine.turn(script),
  replay: ({ script, most }) => engine.framesText(script, { most }),
  format: ({ script }) => {
    try {
      return { text: engine.formatBytes(script) };
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      return { problem: error.problem };
    }
  },
  fight: ({ more: [seed] }) => engine.fight(seed),
  hand: ({ more: [method, ...more] }) => {
    if (method !== 'begin') return game.text(method, ...more);
    game?.free();
    const [setup, level, seed] = more;
    game = engine.versus({ setup, level, seed });
    return game.text('view');
  },
  run: ({ script, id }) => {
    const sink = new Sink(id);
    const outcome = engine.run(script, { onOutput: (bytes) => sink.write(bytes) });
    return { ...outcome, printed: sink.printed };
  },
};

onmessage = ({ data }) => {
  try {
    if (data.module) engine = MAKERS[data.name](data.module);
    else if (engine) postMessage({ id: data.id, answer: CALLS[data.name](data) });
    else throw broken;
  } catch (error) {
    broken ||= error;
    if (data.id !== undefined) postMessage({ id: data.id, fault: String(error) });
  }
};
