// The interpreter in a worker that can be ended.

/** Thrown where the caller stopped what was asked for. */
export class Stopped extends Error {}

const encoder = new TextEncoder();

/** Bytes that stand in the page as base64. */
export async function bytesOf(id) {
  const binary = atob(document.getElementById(id).textContent);
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

const modules = {};

/** The module that stands in the page under an id, compiled once. */
export function compiled(id) {
  return modules[id] ||= (async () => {
    const unzipped = new Blob([await bytesOf(id)]).stream().pipeThrough(new DecompressionStream('gzip'));
    return WebAssembly.compile(await new Response(unzipped).arrayBuffer());
  })();
}

let address;

/** The compiled interpreter and what workers run, made once for all engines. */
async function parts() {
  address ||= bytesOf('worker').then((bytes) => URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' })));
  return Promise.all([compiled('wasm'), address]);
}

export class Engine {
  constructor() {
    this.waiting = new Map();
    this.next = 0;
  }

  /** Asks the interpreter; `script` is text or bytes. `onOutput` is told what a run prints while it goes on. */
  async call(name, script = '', { onOutput, most, more } = {}) {
    const starting = this.worker ||= this.start();
    const worker = await starting;
    if (this.worker !== starting) throw new Stopped('stopped');
    return new Promise((resolve, reject) => {
      const id = this.next++;
      this.waiting.set(id, { resolve, reject, onOutput });
      worker.postMessage({ id, name, script: typeof script === 'string' ? encoder.encode(script) : script, most, more });
    });
  }

  /** Ends the worker; the next call starts another one. */
  stop() {
    const { worker, waiting } = this;
    [this.worker, this.waiting] = [null, new Map()];
    worker?.then((running) => running.terminate());
    for (const { reject } of waiting.values()) reject(new Stopped('stopped'));
  }

  async start() {
    const [interpreter, url] = await parts();
    const worker = new Worker(url);
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.fail(new Error(event.message || 'the interpreter did not start'));
    };
    worker.postMessage({ module: interpreter });
    return worker;
  }

  hear({ id, answer, fault, chunk, printed }) {
    const call = this.waiting.get(id);
    if (!call) return;
    if (printed !== undefined && answer === undefined) { call.onOutput?.(chunk, printed); return; }
    // An interpreter that broke down is not asked again.
    if (fault !== undefined) { this.fail(new Error(fault)); return; }
    this.waiting.delete(id);
    call.resolve(answer);
  }

  fail(error) {
    const { waiting } = this;
    this.waiting = new Map();
    for (const { reject } of waiting.values()) reject(error);
    this.stop();
  }
}
