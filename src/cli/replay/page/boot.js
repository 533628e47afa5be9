// The page's own start: the data that stands in it.

const replay = new Replay(document.getElementById('replay'));
replay.show(JSON.parse(document.getElementById('data').textContent));
