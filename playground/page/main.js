// The playground: an editor, the interpreter in workers, and the board of a replay.

import { Editor } from './editor.js';
import { Engine, Stopped } from './engine.js';
import { Findings } from './findings.js';
import { Hand } from './hand.js';
import { ships } from './language.js';
import { Output } from './output.js';
import { action, brand, download, helpDialog, linkDialog, pane, sampleCards, size, startBar } from './parts.js';
import { fromLink, linkTo } from './share.js';
import { store } from './store.js';
import { ways } from './ways.js';

/** The most characters of a script in the editor; a longer script is only run. */
const LARGE = 200_000;
/** The most frames that the board shows. */
const MOST_FRAMES = 100_000;
/** The most characters of a link; a longer link is not offered. */
const LONGEST_LINK = 200_000;
/** Milliseconds from the last key to the check, and milliseconds to wait for an answer about the script. */
const REST = 250, PATIENCE = 6000;
/** The seed of the fight with which the page opens. */
const OPENING = '7';

class Playground {
  constructor(root) {
    this.root = root;
    this.runner = new Engine('interpreter');
    this.judge = new Engine('interpreter');
    // A game by hand and a fight do not wait for each other.
    [this.player, this.fighter] = [new Engine('opponent'), new Engine('opponent')];
    this.output = new Output();
    this.samples = JSON.parse(document.getElementById('samples').textContent);
    this.build();
    const host = make('div', 'editor');
    this.editorPlace.append(host);
    this.editor = new Editor(host, {
      run: () => this.run(), change: () => this.changed(), click: (line, column) => this.jump(line, column), paste: (text) => this.takesPaste(text),
    });
    const beside = { pane: make('div'), show: (game) => this.follow(game), mark: () => this.mark() };
    this.replay = new Replay(this.boardPlace, beside);
    this.viewer = new Script((at) => this.replay.go(at));
    this.large.append(this.viewer.pane);
    this.listen();
    document.documentElement.dataset.theme = store.get('theme') || '';
  }

  build() {
    const { element, version } = brand();
    this.version = version;
    this.file = make('input');
    Object.assign(this.file, { type: 'file', hidden: true, accept: '.ships,.txt,text/plain' });
    this.file.addEventListener('change', () => { if (this.file.files[0]) this.open(this.file.files[0]); this.file.value = ''; });
    const cards = sampleCards(this.samples, (name, text) => this.begin(text, name));
    const verify = make('a', 'action', icon('verify'), make('span', 'word', 'Check'));
    Object.assign(verify, { href: 'verify.html', title: 'Check your program: what it gets wrong' });
    verify.setAttribute('aria-label', 'Check your program');
    const tools = make('div', 'tools', cards.opener, verify,
      action('Open', 'Open a file', 'open', () => this.file.click()), action('Save', 'Save as a file', 'save', () => this.save()),
      action('Share', 'Share a link', 'share', () => this.share()), action('', 'Help: commands and keys', 'help', () => this.help.show(), 'bare'),
      action('', 'Light or dark', 'theme', () => this.turnTheme(), 'bare'), this.file);

    this.runButton = action('Run', 'Run (Ctrl-Enter)', 'run', () => this.run(), 'primary');
    this.stopButton = action('Stop', 'Stop the run', 'stop', () => this.stop());
    this.stopButton.disabled = true;
    const bar = make('div', 'pane-bar', this.runButton, this.stopButton, make('span', 'gap'),
      action("AI's turn", "AI's turn: let the machine move for the player who is next", 'machine', () => this.machine()),
      action('Format', 'Format the script', 'tidy', () => this.format()));
    this.editorPlace = make('div', 'editor-place');
    this.large = make('div', 'large', this.largeNote = make('p'), button('Back to the editor', () => this.leaveLarge(), 'Back to the editor'));
    this.large.hidden = true;
    this.findings = new Findings(({ line, column, width }) => this.editor.go(this.editor.place(line, column, width)));
    this.boardPlace = make('div');
    this.boardPlace.id = 'replay';
    this.cutBoard = make('p', 'cut');
    this.cutBoard.hidden = true;
    this.notice = make('div', 'notice');
    this.notice.setAttribute('role', 'status');
    this.notice.hidden = true;
    this.link = linkDialog();
    this.help = helpDialog();
    const start = startBar({ watch: () => this.watch(), play: () => this.play(), write: () => this.write() });
    this.hand = new Hand((...more) => this.player.call('hand', '', { more }), {
      script: ({ script }) => { if (this.isPlaying) this.editor.showHeld(script); }, replay: (view) => this.replayHand(view),
      save: (script) => download('game', script), fault: (error) => this.showNotice(`The game broke down: ${error.message}`),
    });
    this.root.replaceChildren(make('header', 'top', element, start, tools), this.tabs(), make('main', 'desk',
      pane('script-pane', 'Script', bar, this.editorPlace, this.large, this.findings.element),
      pane('output-pane', 'Output', make('h2', '', 'Output'), this.output.element),
      pane('board-pane', 'Game', this.boardPlace, this.cutBoard, this.hand.element)), this.notice, this.link.element, this.help.element, cards.element);
  }

  /** The tabs that choose which part of the page a narrow window shows. */
  tabs() {
    const nav = make('nav', 'tabs');
    nav.setAttribute('aria-label', 'Parts of the page');
    for (const [tab, word] of [['script', 'Script'], ['output', 'Output'], ['board', 'Game']]) {
      const choice = button(word, () => this.turnTo(tab), word);
      choice.dataset.tab = tab;
      nav.append(choice);
    }
    this.nav = nav;
    this.turnTo('board');
    return nav;
  }

  turnTo(tab) {
    this.root.dataset.tab = tab;
    for (const choice of this.nav.children) choice.setAttribute('aria-pressed', String(choice.dataset.tab === tab));
  }

  listen() {
    addEventListener('hashchange', () => this.openLink());
    addEventListener('pagehide', () => this.keep());
    addEventListener('keydown', (event) => {
      if (event.defaultPrevented) return;
      const isCommand = event.ctrlKey || event.metaKey;
      if (event.key === 'Enter' && isCommand) this.run();
      // The keys of the buttons work on the whole page, except where something is typed or chosen.
      const isTaken = event.altKey || isCommand || event.target.closest?.('select, input, textarea, dialog, [contenteditable]');
      if (this.isPlaying && !isTaken && this.hand.key(event.key)) event.preventDefault();
    });
    for (const name of ['dragover', 'drop']) {
      addEventListener(name, (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        event.stopPropagation();
        if (name === 'drop' && event.dataTransfer.files[0]) this.open(event.dataTransfer.files[0]);
      }, true);
    }
  }

  async start() {
    if (!(await this.openLink())) {
      const kept = store.get('script');
      if (kept === null) await this.watch(OPENING);
      else {
        this.root.classList.add('begun');
        await this.begin(kept, 'script', false);
      }
    }
    try {
      this.version.textContent = await this.judge.call('version');
      const words = await this.judge.call('language');
      this.help.fill(words);
      this.editor.setLanguage(ships(words, (text) => this.ask('complete', text).catch(() => null)));
    } catch (error) {
      this.showNotice(`The interpreter does not start here: ${error.message}`);
    }
  }

  /** Begins with another text, and runs it. */
  async begin(text, name, isUser = true) {
    this.leaveHand();
    this.request = null;
    this.name = name;
    this.replay.setSpeed(1);
    if (text.length > LARGE) return this.show(new TextEncoder().encode(text), name);
    this.leaveLarge();
    this.editor.text = text.replaceAll('\r\n', '\n');
    // Only typed text is kept; this text can be opened again.
    this.isChanged = false;
    return this.run(isUser && this.root.dataset.tab !== 'script');
  }

  async openLink() {
    const [, ...game] = /^#play(?:=(\w+),([1-4]),(\d+))?$/.exec(location.hash) || [null];
    if (game.length) {
      await this.play(game[0] && { setup: game[0], level: game[1], seed: game[2] });
      return true;
    }
    try {
      const text = await fromLink();
      if (text === null) return false;
      this.root.classList.add('begun');
      await this.begin(text, 'shared', false);
      this.isFromLink = true;
      return true;
    } catch (error) {
      this.showNotice(`The link cannot be read: ${error.message}`);
      return false;
    }
  }

  async open(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const name = file.name.replace(/\.\w+$/, '');
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      if (text.length <= LARGE) return await this.begin(text, name);
    } catch {
      // A file that is not UTF-8 can still be run.
    }
    return this.show(bytes, name);
  }

  /** Runs a script that the editor cannot take: it is too large, or not UTF-8. */
  async show(bytes, name) {
    this.leaveHand();
    this.request = null;
    [this.bytes, this.name] = [bytes, name];
    this.largeNote.textContent = visible(`${name}: ${size(bytes.length)}. It is run as it is; the editor takes ${size(LARGE)} of text.`);
    [this.editorPlace.hidden, this.large.hidden, this.viewer.pane.hidden] = [true, false, true];
    this.showFindings({ list: [], more: 0 }, '');
    return this.run();
  }

  leaveLarge() {
    this.bytes = null;
    [this.editorPlace.hidden, this.large.hidden] = [false, true];
    this.checkSoon();
  }

  takesPaste(text) {
    if (this.isPlaying || text.length + this.editor.length <= LARGE) return false;
    this.show(new TextEncoder().encode(text), 'Pasted text');
    return true;
  }

  /** The current script. */
  get script() { return this.bytes || this.editor.text; }

  changed() {
    this.isFresh = false;
    this.root.classList.add('stale');
    this.checkSoon();
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.keep(), 400);
    this.isChanged = true;
  }

  /** Keeps what was typed, and removes the script of a link from the address. */
  keep() {
    if (!this.isChanged || this.isPlaying || !store.set('script', this.editor.text)) return;
    this.isChanged = false;
    if (this.isFromLink) history.replaceState(null, '', location.href.split('#')[0]);
    this.isFromLink = false;
  }

  /** Runs the script; a run that still goes on is ended. */
  async run(turnsTo = true) {
    if (this.isPlaying) return;
    this.hideNotice();
    this.halt();
    const script = this.script;
    const number = this.number = (this.number || 0) + 1;
    const isCurrent = () => number === this.number;
    this.setRunning(true);
    try {
      const outcome = await this.runner.call('run', script, { onOutput: (chunk, printed) => { if (isCurrent()) this.output.take(chunk, printed); } });
      if (!isCurrent()) return;
      this.output.end(outcome);
      this.outcome = outcome;
      clearInterval(this.clock);
      if (outcome.status === 2 && this.game?.frames.length) { this.keepBoard(turnsTo); return; }
      const replay = await this.runner.call('replay', script, { most: MOST_FRAMES });
      if (!isCurrent()) return;
      this.showGame(JSON.parse(replay), script, !turnsTo);
      if (turnsTo) this.turnTo(outcome.problem ? 'output' : 'board');
    } catch (error) {
      if (!isCurrent()) return;
      this.output.say(error instanceof Stopped ? `Stopped by you after ${this.output.seconds.toFixed(1)} s` : `The interpreter broke down: ${error.message}`, 'bad');
    } finally {
      if (isCurrent()) this.setRunning(false);
    }
  }

  /** Keeps the last board, greyed, after a text with a syntax error. */
  keepBoard(turnsTo) {
    this.boardPlace.classList.add('greyed');
    this.cutBoard.hidden = false;
    this.cutBoard.textContent = 'This board belongs to the last script without a syntax error.';
    if (turnsTo) this.turnTo('output');
  }

  setRunning(isRunning) {
    this.isRunning = isRunning;
    this.stopButton.disabled = !isRunning;
    this.root.classList.toggle('running', isRunning);
    clearInterval(this.clock);
    if (!isRunning) return;
    this.root.classList.remove('stale');
    this.output.begin();
    this.clock = setInterval(() => this.output.tick(), 500);
  }

  stop() { if (this.isRunning) this.runner.stop(); this.runButton.focus(); }

  /** Ends a run whose result is not wanted any more. */
  halt() {
    this.number = (this.number || 0) + 1;
    if (this.isRunning) this.runner.stop();
  }

  showGame({ frames, is_whole: isWhole }, script, isStill) {
    const text = typeof script === 'string' ? script : new TextDecoder().decode(script);
    this.boardPlace.classList.remove('greyed');
    this.isFresh = this.script === script;
    // The editor does not scroll to the last command when a script was just opened.
    this.isStill = isStill;
    this.replay.show({ files: [{ name: this.name || 'script', text }], frames, ...(this.names && { names: this.names }) });
    this.cutBoard.hidden = isWhole;
    this.cutBoard.textContent = `The board shows the first ${NUMBER.format(frames.length)} steps. The program \`broadside replay\` shows them all.`;
    if (!this.isShow) this.replay.go(frames.length);
    else if (!matchMedia('(prefers-reduced-motion: reduce)').matches) this.replay.play();
    this.isStill = false;
  }

  /** Remembers the game on the board, and shows its script if the editor cannot. */
  follow(game) {
    this.game = game;
    this.viewer.pane.hidden = false;
    if (this.bytes) this.viewer.show(game);
  }

  mark() {
    // The output names the winner only when the board shows the last step.
    this.output.showEnd(this.game.at >= this.game.frames.length);
    if (this.bytes) { this.viewer.mark(); return; }
    if (!this.isFresh) return;
    const { frame } = this.game;
    this.editor.mark(frame ? this.editor.place(frame.l, frame.c, frame.n) : null, frame?.d[0] === 'no', !this.isStill);
  }

  /** Shows the step of the command at a place. */
  jump(line, column) {
    if (!this.isFresh || !this.game) return;
    const at = this.game.frames.findIndex(({ l, c, n }) => l === line && column >= c && column <= c + (n ?? Infinity));
    if (at >= 0) this.replay.go(at + 1);
  }

  /** Asks about a script, and gives up when the answer takes too long. */
  async ask(name, script) {
    const end = setTimeout(() => this.judge.stop(), PATIENCE);
    try {
      return await this.judge.call(name, script);
    } finally {
      clearTimeout(end);
    }
  }

  checkSoon() {
    clearTimeout(this.checking);
    this.checking = setTimeout(() => this.check(), REST);
  }

  /** Checks the script. While one check goes on, the next one waits. */
  async check() {
    if (this.bytes || this.isPlaying) return;
    if (this.isChecking) { this.isStale = true; return; }
    [this.isChecking, this.isStale] = [true, false];
    const script = this.editor.text;
    try {
      const findings = await this.ask('check', script);
      if (script === this.editor.text && !this.bytes && !this.isPlaying) this.showFindings(findings, 'Nothing wrong');
    } catch {
      this.showFindings({ list: [], more: 0 }, 'The check took too long');
    }
    this.isChecking = false;
    if (this.isStale) this.check();
  }

  showFindings(findings, otherwise) {
    if (!this.bytes) this.editor.showFindings(findings.list);
    this.findings.show(findings, otherwise);
  }

  async format() {
    if (this.isPlaying) return;
    if (this.bytes) { this.showNotice('Only a script in the editor can be formatted.'); return; }
    const script = this.editor.text;
    const { text, problem } = await this.ask('format', script).catch(() => ({}));
    if (script !== this.editor.text) return;
    if (text) {
      this.editor.text = new TextDecoder().decode(text);
      this.showNotice('Formatted.');
    } else if (problem) {
      this.showNotice(`Not formatted: line ${problem.line}: ${visible(problem.message)}`);
      this.editor.go(this.editor.place(problem.line, problem.column, problem.width));
    }
  }

  /** Appends the machine's turn and runs it. */
  async machine() {
    if (this.isPlaying) return;
    const script = this.script;
    this.halt();
    this.setRunning(true);
    const number = this.number;
    try {
      const { text, why } = await this.runner.call('turn', script);
      if (number !== this.number || script !== this.script) return;
      this.setRunning(false);
      if (why) { this.output.say('No turn of the machine', ''); this.showNotice(`No turn: ${visible(why)}`); return; }
      if (this.bytes) this.bytes = new Uint8Array(await new Blob([this.bytes, '\n', text]).arrayBuffer());
      else this.editor.append(text);
      await this.run();
    } catch (error) {
      if (number === this.number) this.output.say(error instanceof Stopped ? 'Stopped by you' : `The interpreter broke down: ${error.message}`, 'bad');
    } finally {
      if (number === this.number) this.setRunning(false);
    }
  }

  save() {
    download((this.isPlaying ? 'game' : this.name) || 'script', this.script);
  }

  async share() {
    if (this.bytes) { this.showNotice('This is too large for a link: save it as a file.'); return; }
    const link = await linkTo(this.editor.text);
    if (link.length > LONGEST_LINK) this.showNotice(`The link would take ${NUMBER.format(link.length)} characters: save the script as a file.`);
    else this.link.show(link);
  }

  turnTheme() {
    this.replay.turnTheme();
    store.set('theme', document.documentElement.dataset.theme);
  }

  /** Shows a notice for six seconds. */
  showNotice(text) {
    this.notice.textContent = text;
    this.notice.hidden = false;
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => this.hideNotice(), 6000);
  }

  hideNotice() { this.notice.hidden = true; }
}

Object.assign(Playground.prototype, ways);
new Playground(document.getElementById('playground')).start();
