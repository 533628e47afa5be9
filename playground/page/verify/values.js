// What node adds to the language for values: `Buffer`, `util.inspect`, `structuredClone` and so on. The engine gets
// this function as text, so it uses nothing outside of itself.

export function values() {
  const utf8 = (text) => unescape(encodeURIComponent(text.toWellFormed()));
  /** Decodes UTF-8. Each character of `bytes` stands for one byte. */
  const decoded = (bytes) => {
    if (!/[\x80-\xff]/.test(bytes)) return bytes;
    try { return decodeURIComponent(escape(bytes)); } catch { return bytes; }
  };

  class Buffer extends Uint8Array {
    static from(from, encoding) {
      if (typeof from !== 'string') return super.from(from);
      const bytes = /^(latin1|binary|ascii)$/.test(encoding) ? from : utf8(from);
      return super.from(bytes, (c) => c.charCodeAt(0));
    }

    static alloc(length, value = 0) { return new Buffer(length).fill(value); }
    static allocUnsafe(length) { return new Buffer(length); }
    static isBuffer(value) { return value instanceof Buffer; }
    static byteLength(text) { return utf8(String(text)).length; }

    static concat(list) {
      const whole = new Buffer(list.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const one of list) { whole.set(one, at); at += one.length; }
      return whole;
    }

    slice(start, end) { return this.subarray(start, end); }

    toString(encoding = 'utf8', start = 0, end = this.length) {
      let bytes = '';
      for (let i = start; i < end; i += 8192) bytes += String.fromCharCode(...super.subarray(i, Math.min(end, i + 8192)));
      return /^utf-?8$/i.test(encoding) ? decoded(bytes) : bytes;
    }
  }

  function inspect(value, depth = 0) {
    if (typeof value === 'string') return depth ? `'${value}'` : value;
    if (typeof value === 'bigint') return `${value}n`;
    if (Object.is(value, -0)) return '-0';
    if (typeof value === 'function') return `[${/^class\b/.test(value) ? 'class' : 'Function:'} ${value.name || '(anonymous)'}]`;
    if (typeof value !== 'object' || value === null) return String(value);
    if (value instanceof Error) return `${value}\n${value.stack}`.trimEnd();
    return depth > 2 ? `[${Array.isArray(value) ? 'Array' : 'Object'}]` : inside(value, (one) => inspect(one, depth + 1));
  }

  function inside(value, show) {
    const wrap = (open, list, close) => (list.length ? `${open} ${list.join(', ')} ${close}` : open + close);
    if (Array.isArray(value)) return wrap('[', value.map(show), ']');
    if (value instanceof Set) return wrap(`Set(${value.size}) {`, [...value].map(show), '}');
    if (value instanceof Map) return wrap(`Map(${value.size}) {`, [...value].map(([key, one]) => `${show(key)} => ${show(one)}`), '}');
    const name = value.constructor?.name ?? '[Object: null prototype]';
    return wrap(`${name === 'Object' ? '' : `${name} `}{`, Object.entries(value).map(([key, one]) => `${key}: ${show(one)}`), '}');
  }

  /** Formats arguments as console.log does. */
  function format(first, ...more) {
    const number = { d: Number, i: parseInt, f: parseFloat };
    const fill = (whole, kind) => {
      if (kind === '%') return '%';
      if (!more.length) return whole;
      const value = more.shift();
      if (kind === 's') return typeof value === 'string' ? value : inspect(value, 1);
      if (kind === 'j') return JSON.stringify(value);
      return kind in number ? inspect(number[kind](value)) : inspect(value, 1);
    };
    const head = typeof first === 'string' && more.length ? first.replace(/%([sdifjoO%])/g, fill) : first;
    return [head, ...more].map((value) => inspect(value)).join(' ');
  }

  function structuredClone(value, known = new Map()) {
    if (typeof value !== 'object' || value === null) return value;
    if (known.has(value)) return known.get(value);
    const copy = Array.isArray(value) ? [] : value instanceof Map ? new Map() : value instanceof Set ? new Set() : {};
    known.set(value, copy);
    const clone = (one) => structuredClone(one, known);
    if (copy instanceof Map) value.forEach((one, key) => copy.set(clone(key), clone(one)));
    else if (copy instanceof Set) value.forEach((one) => copy.add(clone(one)));
    else for (const [key, one] of Object.entries(value)) copy[key] = clone(one);
    return copy;
  }

  class TextEncoder { encode(of = '') { return new Uint8Array(Buffer.from(of)); } }
  class TextDecoder { decode(bytes = []) { return Buffer.from(new Uint8Array(bytes)).toString(); } }
  const util = { inspect: (value) => inspect(value, 1), format: (...all) => (all.length ? format(...all) : ''), TextEncoder, TextDecoder };
  return { Buffer, decoded, structuredClone, util };
}
