// Starts the replay with the data that the page contains.

const replay = new Replay(document.getElementById('replay'));
replay.show(JSON.parse(document.getElementById('data').textContent));
