// What a worker runs: behind the glue of wasm-bindgen, which makes `wasm_bindgen`. It is told the interpreter
// once, then asked one thing after the other. What a run prints comes in chunks before its answer.

/** Bytes of output that are passed on; the rest is counted. */
const MOST_SHOWN = 500_000;
/** Milliseconds between two words about how much there is. */
const PACE = 200;

let ready;

/** Where a run prints to. */
class Sink {
  constructor(id) {
    this.id = id;
    this.printed = 0;
    this.told = 0;
  }

  write(bytes) {
    const room = MOST_SHOWN - this.printed;
    this.printed += bytes.length;
    if (room > 0) postMessage({ id: this.id, chunk: bytes.slice(0, room), printed: this.printed });
    else if (Date.now() - this.told > PACE) {
      this.told = Date.now();
      postMessage({ id: this.id, printed: this.printed });
    }
  }
}

const CALLS = {
  version: () => wasm_bindgen.version(),
  language: () => JSON.parse(wasm_bindgen.language()),
  check: ({ script }) => JSON.parse(wasm_bindgen.check(script)),
  complete: ({ script }) => JSON.parse(wasm_bindgen.complete(script)),
  turn: ({ script }) => JSON.parse(wasm_bindgen.turn(script)),
  replay: ({ script, most }) => wasm_bindgen.replay(script, most),
  format: ({ script }) => {
    try {
      return { text: wasm_bindgen.format(script) };
    } catch (error) {
      if (typeof error !== 'string') throw error;
      return { problem: JSON.parse(error) };
    }
  },
  run: ({ script, id }) => {
    const sink = new Sink(id);
    const outcome = JSON.parse(wasm_bindgen.run(script, sink));
    return { ...outcome, printed: sink.printed };
  },
};

onmessage = async ({ data }) => {
  if (data.module) {
    ready = wasm_bindgen({ module_or_path: data.module });
    return;
  }
  try {
    await ready;
    postMessage({ id: data.id, answer: CALLS[data.name](data) });
  } catch (error) {
    postMessage({ id: data.id, fault: String(error) });
  }
};
