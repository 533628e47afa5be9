// Both modules of the package are loaded in the same way.

/** Starts the module that `glue` calls, from a compiled module, its bytes, an address or a response. */
export async function start(glue, source) {
  if (source instanceof WebAssembly.Module || ArrayBuffer.isView(source) || source instanceof ArrayBuffer) {
    glue.initSync({ module: source });
  } else if (source instanceof URL && source.protocol === 'file:' && globalThis.process?.versions?.node) {
    const { readFile } = await import('node:fs/promises');
    glue.initSync({ module: await readFile(source) });
  } else {
    await glue.default({ module_or_path: source });
  }
}
