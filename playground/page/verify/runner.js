// Runs a program in JavaScript as node would, in an engine of its own: QuickJS, as WebAssembly. Each run has a
// new context, which cannot reach the page, and can be ended at any time. Calls of the engine cannot wait. So the code
// here carries out promises, timers and events, one after the other.

import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';
import { values } from './values.js';
import { world } from './world.js';

/** The most bytes of memory and of the stack. A stack larger than that of a browser's worker would break the engine. */
const MEMORY = 128 << 20, STACK = 128 << 10;
/** Bytes of standard error that are kept. */
const MOST_ERRORS = 4096;
/** The most calls in the trace of an error. */
const FRAMES = 10;
const NAME = 'program.js';

const encoder = new TextEncoder();
const latin1 = (bytes) => { let text = ''; for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192)); return text; };
/** Whether a program is a module: it imports or exports, and does not use `require`. */
const isModule = (program) => /^\s*(import\s*[\w{*'"]|export\s)/m.test(program) && !/\brequire\s*\(/.test(program);

/** Loads the engine: a function that runs a program. */
export async function loadRunner(wasmModule) {
  const engine = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule }));
  return (program, input, limits) => new Running(engine, limits).run(program, input);
}

class Running {
  constructor(engine, { millis, output }) {
    Object.assign(this, { millis, output, start: performance.now(), status: 0, ending: '', printed: [], room: output, errors: '', held: [] });
    this.runtime = engine.newRuntime({ memoryLimitBytes: MEMORY, maxStackSizeBytes: STACK, interruptHandler: () => this.isOver() });
    this.context = this.runtime.newContext();
  }

  /** Runs a program. Returns how it ended and what it printed. */
  run(program, input) {
    try {
      this.execute(program.replace(/^#!.*/, ''), input);
    } catch (error) {
      // Then the engine itself is broken, and is not used again.
      if (!(error instanceof Failed)) throw new Error(`QuickJS cannot run the program: ${error.message}`);
    }
    this.close();
    return { ending: this.ending || 'exited', code: this.status, stdout: joined(this.printed), stderr: encoder.encode(this.errors), millis: performance.now() - this.start };
  }

  /** Keeps a value until the run is over. */
  hold(value) {
    this.held.push(value);
    return value;
  }

  close() {
    for (const value of this.held.reverse()) if (value.alive) value.dispose();
    this.context.dispose();
    this.runtime.dispose();
  }

  execute(program, input) {
    const { context } = this;
    this.world = this.makeWorld(input);
    if (isModule(program)) {
      this.runtime.setModuleLoader((name) => this.moduleSource(name));
      this.waitFor(this.unwrap(context.evalCode(program, NAME, { type: 'module' })));
    } else {
      this.ask('main', this.unwrap(context.evalCode(`(function (exports, require, module, __filename, __dirname) {${program}\n})`, NAME)));
    }
    do this.jobs(); while (this.turn());
    if (!this.ending) this.status = context.getNumber(this.ask('end')) & 255;
  }

  /** Makes the program's world: what node offers to a program. */
  makeWorld(input) {
    const { context } = this;
    const write = this.hold(context.newFunction('write', (fd, text) => this.write(context.getNumber(fd), context.getString(text))));
    const exit = this.hold(context.newFunction('exit', (code) => { [this.ending, this.status] = ['exited', context.getNumber(code) & 255]; }));
    const make = this.unwrap(context.evalCode(`(write, exit, input) => (${world})((${values})(), write, exit, input)`, 'node'));
    return this.unwrap(context.callFunction(make, context.undefined, write, exit, this.hold(context.newString(latin1(input)))));
  }

  /** Calls a function of the program's world. */
  ask(name, ...more) {
    const { context } = this;
    return this.unwrap(context.callFunction(this.hold(context.getProp(this.world, name)), context.undefined, ...more));
  }

  moduleSource(name) {
    return this.context.getString(this.ask('source', this.hold(this.context.newString(name)))) || { error: new Error(`Cannot find module '${name}'`) };
  }

  /** Carries out the pending jobs of promises. */
  jobs() { this.unwrap(this.runtime.executePendingJobs()); }

  /** Carries out the timer or event that is due first. Returns whether there was one. */
  turn() { return !this.isOver() && this.context.dump(this.ask('turn')); }

  /** Waits until a module is done. The module may wait for timers and events. */
  waitFor(promise) {
    const state = () => {
      const now = this.context.getPromiseState(promise);
      for (const value of [now.value, now.error]) if (value) this.hold(value);
      return now;
    };
    do this.jobs(); while (state().type === 'pending' && this.turn());
    const { type, error } = state();
    if (type === 'rejected') this.fail(error);
  }

  unwrap({ error, value }) {
    if (error) this.fail(this.hold(error));
    return typeof value === 'object' ? this.hold(value) : value;
  }

  /** Ends a run before the end of the program: after an error that is not caught, or at a limit. */
  fail(handle) {
    if (!this.ending) {
      const error = this.context.dump(handle);
      const { name, message, stack = '' } = Object(error);
      if (name === 'InternalError' && message === 'out of memory') this.ending = 'memory';
      const trace = stack.split('\n').slice(0, FRAMES).join('\n');
      this.write(2, message === undefined ? `Uncaught ${error}\n` : `${name}: ${message}\n${trace}`);
      this.status = 1;
    }
    throw new Failed();
  }

  /** Whether the program must stop. */
  isOver() {
    if (!this.ending && performance.now() - this.start > this.millis) this.ending = 'timeout';
    return this.ending !== '';
  }

  write(fd, text) {
    if (fd === 2) this.errors = (this.errors + text).slice(-MOST_ERRORS);
    if (fd === 2 || this.isOver()) return;
    const bytes = encoder.encode(text);
    this.printed.push(bytes.subarray(0, this.room));
    if (bytes.length > this.room) this.ending = 'output';
    this.room = Math.max(0, this.room - bytes.length);
  }
}

/** Thrown if a run ends before the end of the program. */
class Failed extends Error {}

function joined(chunks) {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) { whole.set(chunk, at); at += chunk.length; }
  return whole;
}
