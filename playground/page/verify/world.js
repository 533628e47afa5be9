// Imitates node for a program, as far as interpreters of scripts need it: standard input and output, lines, timers that
// run without waiting. The engine gets this function as text, so the function uses nothing outside of itself.

/** `write(fd, text)` prints. `exit(code)` makes the engine stop the program soon. Each character of `input` is one byte. */
export function world({ Buffer, decoded, structuredClone, util }, write, exit, input) {
  const tasks = [];
  let [clock, count, rest] = [0, 0, input];
  const later = (run, delay = 0, again = false) => {
    const every = Math.max(1, Number(delay) || 1);
    const task = { at: clock + every, order: count++, run, every: again ? every : 0, ref: () => task, unref: () => task };
    tasks.push(task);
    return task;
  };
  const clear = (task) => { const at = tasks.indexOf(task); if (at >= 0) tasks.splice(at, 1); };
  const take = () => { const taken = rest; rest = ''; return taken; };
  const end = (code) => { exit(code); for (;;); };

  class EventEmitter {
    handlers = new Map();

    on(name, run) {
      this.handlers.set(name, [...this.handlers.get(name) ?? [], run]);
      return this;
    }

    once(name, run) {
      const first = (...more) => { this.off(name, first); run.apply(this, more); };
      return this.on(name, first);
    }

    off(name, run) {
      this.handlers.set(name, (this.handlers.get(name) ?? []).filter((one) => one !== run));
      return this;
    }

    emit(name, ...more) {
      const handlers = this.handlers.get(name) ?? [];
      handlers.forEach((run) => run.apply(this, more));
      return handlers.length > 0;
    }

    addListener(name, run) { return this.on(name, run); }
    removeListener(name, run) { return this.off(name, run); }
    removeAllListeners(name) { this.handlers.delete(name); return this; }
    listenerCount(name) { return this.handlers.get(name)?.length ?? 0; }
  }

  class Stdin extends EventEmitter {
    fd = 0;

    on(name, run) {
      if (name === 'data' || name === 'readable') this.resume(name);
      return super.on(name, run);
    }

    setEncoding(name = 'utf8') { this.encoding = name; return this; }
    chunk() { const bytes = take(); return this.encoding ? decoded(bytes) : Buffer.from(bytes, 'latin1'); }
    read() { return rest ? this.chunk() : null; }
    pause() { return this; }
    ref() { return this; }
    unref() { return this; }
    destroy() { return this; }
    pipe(to) { this.on('data', (chunk) => to.write(chunk)); return to; }

    /** Sends all of the input, then its end. */
    resume(name = 'data') {
      this.flow ??= later(() => {
        if (rest) this.emit(name, ...name === 'data' ? [this.chunk()] : []);
        if (name === 'readable') this.emit(name);
        this.emit('end');
        this.emit('close');
      });
      return this;
    }

    async *[Symbol.asyncIterator]() { if (rest) yield this.chunk(); }
  }

  const lines = (text) => {
    const all = text.split(/\r\n|[\n\r\u2028\u2029]/);
    if (all.at(-1) === '') all.pop();
    return all;
  };

  /** Reads the lines of standard input. Ignores the option `input`. */
  class Interface extends EventEmitter {
    constructor({ output } = {}) {
      super();
      this.output = output;
      this.flow = later(() => {
        for (const line of this.lines()) {
          const onAnswer = this.onAnswer;
          this.onAnswer = null;
          if (onAnswer) onAnswer(line);
          else this.emit('line', line);
        }
        this.close();
      });
    }

    lines() { return this.all ??= lines(decoded(take())); }

    close() {
      if (this.isClosed) return;
      this.isClosed = true;
      this.emit('close');
    }

    question(text, ...more) {
      this.output?.write(text);
      this.onAnswer = more.at(-1);
    }

    setPrompt(text) { this.text = text; }
    prompt() { this.output?.write(this.text ?? '> '); }
    pause() { return this; }
    resume() { return this; }
    async *[Symbol.asyncIterator]() { yield* this.lines(); }
  }

  class PromiseInterface extends Interface {
    question(text) { return new Promise((answer) => { super.question(text, answer); }); }
  }

  class Output {
    constructor(fd) { this.fd = fd; }
    write(data, ...more) {
      write(this.fd, typeof data === 'string' ? data : String(Buffer.from(data)));
      if (typeof more.at(-1) === 'function') later(more.at(-1));
      return true;
    }

    end(data, ...more) { if (data !== undefined) this.write(data, ...more); return this; }
    on() { return this; }
    once() { return this; }
    emit() { return false; }
  }

  const process = Object.assign(new EventEmitter(), {
    argv: ['/usr/bin/node', '/program.js'], execArgv: [], env: {}, pid: 1, platform: 'linux', version: 'v22.0.0', versions: { node: '22.0.0' },
    stdin: new Stdin(), stdout: new Output(1), stderr: new Output(2), exitCode: undefined,
    exit(code = process.exitCode ?? 0) {
      process.exitCode = code;
      leave();
      end(code);
    },
    nextTick: (run, ...more) => { Promise.resolve().then(guarded(() => run(...more))); },
    cwd: () => '/', uptime: () => 0, memoryUsage: () => ({ rss: 0, heapTotal: 0, heapUsed: 0 }),
    hrtime: Object.assign(() => [Math.floor(Date.now() / 1000), (Date.now() % 1000) * 1e6], { bigint: () => BigInt(Date.now()) * 1000000n }),
  });
  const leave = () => { const { handlers } = process; process.handlers = new Map(); handlers.get('exit')?.forEach((run) => run(process.exitCode ?? 0)); };
  const guarded = (run) => () => { try { run(); } catch (error) { fail(error); } };
  const fail = (error) => { write(2, `Uncaught ${util.inspect(error)}\n`); end(1); };

  const isInput = (path) => [0, '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'].includes(path);
  const outputs = { 1: 1, 2: 2, '/dev/stdout': 1, '/dev/stderr': 2 };
  const missing = (path) => Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: 'ENOENT' });
  const put = (path, data) => {
    if (!(path in outputs)) throw missing(path);
    write(outputs[path], typeof data === 'string' ? data : String(Buffer.from(data)));
    return data.length;
  };
  const fs = {
    readFileSync(path, options) {
      if (!isInput(path)) throw missing(path);
      const encoding = typeof options === 'string' ? options : options?.encoding;
      return encoding ? Buffer.from(take(), 'latin1').toString(encoding) : Buffer.from(take(), 'latin1');
    },
    readSync(fd, buffer, ...more) {
      const { offset = 0, length = buffer.byteLength - offset } = typeof more[0] === 'object' ? more[0] ?? {} : { offset: more[0], length: more[1] };
      const chunk = rest.slice(0, length);
      rest = rest.slice(chunk.length);
      buffer.set(Buffer.from(chunk, 'latin1'), offset);
      return chunk.length;
    },
    writeFileSync: put, appendFileSync: put, writeSync: put, existsSync: isInput, openSync: (path) => (isInput(path) ? 0 : outputs[path]),
    closeSync() {}, fstatSync: () => ({ size: rest.length }), statSync: () => ({ size: rest.length }), createReadStream: () => process.stdin,
    readFile: (path, ...more) => { later(() => more.at(-1)(null, fs.readFileSync(path, more.length > 1 ? more[0] : undefined))); },
    promises: { readFile: async (path, options) => fs.readFileSync(path, options) },
  };

  const print = (fd) => (...all) => write(fd, `${util.format(...all)}\n`);
  const [log, error] = [print(1), print(2)];
  const ignored = () => {};
  const console = { log, info: log, debug: log, dir: log, error, warn: error, trace: error, time: ignored, timeEnd: ignored, group: log, groupEnd: ignored, assert: (holds, ...all) => { if (!holds) error('Assertion failed', ...all); } };
  const assert = (holds, text = 'The expression evaluated to a falsy value') => { if (!holds) throw text instanceof Error ? text : new Error(text); };
  const equal = (a, b, text = `${util.inspect(a)} !== ${util.inspect(b)}`) => assert(Object.is(a, b), text);
  const modules = {
    fs, 'fs/promises': fs.promises, process, util, console, events: Object.assign(EventEmitter, { EventEmitter }), buffer: { Buffer }, os: { EOL: '\n', platform: () => 'linux', cpus: () => [{}] },
    readline: { createInterface: (options) => new Interface(options), Interface, promises: { createInterface: (options) => new PromiseInterface(options) } },
    'readline/promises': { createInterface: (options) => new PromiseInterface(options) }, assert: Object.assign(assert, { ok: assert, equal, strictEqual: equal }),
    path: { join: (...all) => all.join('/'), resolve: (...all) => all.join('/'), basename: (path) => path.split('/').at(-1), sep: '/' },
    perf_hooks: { performance: { now: () => Date.now() } },
  };
  const require = (name) => {
    const found = modules[name.replace(/^node:/, '')];
    if (!found) throw Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });
    return found;
  };
  Object.assign(globalThis, {
    global: globalThis, process, console, Buffer, structuredClone, TextEncoder: util.TextEncoder, TextDecoder: util.TextDecoder, performance: modules.perf_hooks.performance,
    setTimeout: (run, delay, ...more) => later(() => run(...more), delay), setInterval: (run, delay, ...more) => later(() => run(...more), delay, true),
    setImmediate: (run, ...more) => later(() => run(...more)), clearTimeout: clear, clearInterval: clear, clearImmediate: clear,
    queueMicrotask: (run) => { Promise.resolve().then(guarded(run)); },
  });

  return {
    /** Runs a program as the main module, `require.main`. */
    main(program) {
      const module = { exports: {}, id: '.', filename: '/program.js', children: [], paths: [] };
      require.main = module;
      program.call(module.exports, module.exports, require, module, '/program.js', '/');
    },
    /** The source that `import` finds under a name; empty if there is none. */
    source: (name) => {
      const found = modules[name.replace(/^node:/, '')];
      if (!found) return '';
      const names = Object.keys(found).filter((key) => /^[A-Za-z]\w*$/.test(key));
      globalThis[Symbol.for('require')] = require;
      return `const all = globalThis[Symbol.for('require')]('${name}');\nexport default all;\n${names.map((key) => `export const ${key} = all.${key};`).join('\n')}`;
    },
    /** Runs the task that is due first. Returns whether there was one. */
    turn() {
      const next = tasks.reduce((a, b) => (b.at < a.at || b.at === a.at && b.order < a.order ? b : a), tasks[0]);
      if (!next) return false;
      clock = next.at;
      if (next.every) Object.assign(next, { at: clock + next.every, order: count++ });
      else clear(next);
      next.run();
      return true;
    },
    /** Ends the program. Returns its exit status. */
    end() {
      leave();
      return Number(process.exitCode ?? 0);
    },
  };
}
