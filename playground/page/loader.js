// Starts the page's code, which the page holds gzipped: first the view of a replay, then the page's own code. The
// page's security policy allows both by the hashes of the unpacked scripts.
(async () => {
  for (const id of ['view', 'bundle']) {
    const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (c) => c.charCodeAt(0));
    const script = document.createElement('script');
    script.textContent = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
    document.body.append(script);
  }
})();
