// Starts the page's code, which stands in the page gzipped: the view of a replay, then the page's own. The page's
// policy names what they unpack to.
(async () => {
  for (const id of ['view', 'bundle']) {
    const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (c) => c.charCodeAt(0));
    const script = document.createElement('script');
    script.textContent = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
    document.body.append(script);
  }
})();
