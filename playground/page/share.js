// Links with a script in the fragment of the page's address. Browsers do not send the fragment to a server.

/** The most bytes that a link may unpack to: a short link could hold a very long text. */
const MOST = 5_000_000;

async function piped(bytes, stream, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    length += value.length;
    if (length > most) { await reader.cancel(); throw new Error('the link holds too much'); }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The address of the page with a script in it. */
export async function linkTo(text) {
  const packed = await piped(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let binary = '';
  for (let i = 0; i < packed.length; i += 4096) binary += String.fromCharCode(...packed.subarray(i, i + 4096));
  const code = btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  return `${location.href.split('#')[0]}#s=${code}`;
}

/** The script in the page's address; `null` if there is none. */
export async function fromLink() {
  const code = /^#s=([\w-]*)$/.exec(location.hash)?.[1];
  if (code === undefined) return null;
  const bytes = Uint8Array.from(atob(code.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(await piped(bytes, new DecompressionStream('deflate-raw'), MOST));
}
