// A module, the interpreter or the opponent, in a worker that can be ended.

/** Thrown by a call that was stopped. */
export class Stopped extends Error {}

const encoder = new TextEncoder();

/** Unpacks the element `id` of the page, which holds gzipped bytes as base64. */
async function unpacked(id) {
  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

const modules = {};

/** The compiled module of the element `id` of the page. Each module is compiled only once. */
export function compiled(id) {
  return modules[id] ||= unpacked(id).then((bytes) => WebAssembly.compile(bytes));
}

let address;

/** The address of the workers' script. All workers share it. */
export function workerAddress() {
  return address ||= unpacked('worker').then((bytes) => URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' })));
}

export class Engine {
  /** `name` is the id of the module in the page: `interpreter` or `opponent`. */
  constructor(name) {
    this.name = name;
    this.waiting = new Map();
    this.next = 0;
  }

  /** Asks the module; `script` is text or bytes. `onOutput` gets the output while a run goes on. */
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
    const [module, url] = await Promise.all([compiled(this.name), workerAddress()]);
    const worker = new Worker(url);
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.fail(new Error(event.message || `the ${this.name} did not start`));
    };
    worker.postMessage({ name: this.name, module });
    return worker;
  }

  receive({ id, answer, fault, chunk, printed }) {
    const call = this.waiting.get(id);
    if (!call) return;
    if (printed !== undefined && answer === undefined) { call.onOutput?.(chunk, printed); return; }
    // A module that broke down is not used again.
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
