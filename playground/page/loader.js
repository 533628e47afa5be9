// Starts the page's own code, which stands in the page gzipped. The page's policy names what it unpacks to.
(async () => {
  const bytes = Uint8Array.from(atob(document.getElementById('bundle').textContent), (c) => c.charCodeAt(0));
  const script = document.createElement('script');
  script.textContent = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
  document.body.append(script);
})();
