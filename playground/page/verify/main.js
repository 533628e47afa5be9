// The page "Check your program": shows what `broadside verify` finds in a program in JavaScript.

import { compiled, workerAddress } from '../engine.js';
import { action, brand, pane } from '../parts.js';
import { store } from '../store.js';
import { styled } from './styled.js';

const LEVELS = ['place', 'fleet', 'shoot', 'setup', 'move'];
/** Random scripts beside the fixed ones, as many as the program on the command line tries. */
const SCRIPTS = 400;
/** Milliseconds after which a run is reported as long, and milliseconds that a run may take beyond its time limit. */
const LONG = 1000, GRACE = 3000;
/** The fewest and the most characters in a line of the report. */
const COLUMNS = [36, 110];

class Verifier {
  constructor(root) {
    const [[, sample]] = JSON.parse(document.getElementById('samples').textContent);
    this.root = root;
    this.build(store.get('program') ?? sample);
    document.documentElement.dataset.theme = store.get('theme') || '';
  }

  build(program) {
    this.program = make('textarea', 'program');
    Object.assign(this.program, { value: program, spellcheck: false, autocapitalize: 'off', autocomplete: 'off' });
    this.program.setAttribute('aria-label', 'Program');
    this.program.addEventListener('input', () => store.set('program', this.program.value));
    this.level = make('select', 'samples', ...LEVELS.map((level) => make('option', '', level)));
    this.level.value = store.get('level') ?? LEVELS[0];
    this.level.addEventListener('change', () => store.set('level', this.level.value));
    this.runButton = action('Run', 'Run (Ctrl-Enter)', 'run', () => this.run(), 'primary');
    this.stopButton = action('Stop', 'Stop', 'stop', () => this.stop('Stopped by you'));
    this.outcome = make('p', 'outcome');
    this.outcome.setAttribute('role', 'status');
    this.report = make('pre', 'printed');
    this.report.tabIndex = 0;
    this.report.setAttribute('role', 'region');
    this.report.setAttribute('aria-label', 'Report');
    this.setRunning(false);
    const back = make('a', 'action', icon('back'), make('span', 'word', 'Playground'));
    back.href = 'index.html';
    back.setAttribute('aria-label', 'Playground');
    const about = make('p', 'about', 'The program reads a script from standard input and prints the answer, as node would run it. A run may take ten times as long as the first runs, but at least 0.5 and at most 5 seconds. A run that takes longer is tried once more, with ten times this limit. The program does not leave this page.');
    this.root.replaceChildren(make('header', 'top', brand('Check your program').element, make('nav', 'tools', back)), make('main', 'desk',
      pane('script-pane', 'Program', make('div', 'pane-bar', this.runButton, this.stopButton, make('span', 'gap'), make('label', '', 'Level', this.level)), this.program, about),
      pane('output-pane', 'Findings', make('h2', '', 'Findings'), this.outcome, this.report)));
    this.say('Press Run: small fixed scripts and 400 random ones are tried.');
    addEventListener('keydown', (event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.run(); });
  }

  /** Verifies the program in a worker, because the page can end a worker. */
  async run() {
    this.stop('');
    this.setRunning(true);
    this.report.replaceChildren();
    this.say('Starting…');
    const number = this.number;
    try {
      const [lab, quickjs, url] = await Promise.all([compiled('lab'), compiled('quickjs'), workerAddress()]);
      if (number !== this.number) return;
      this.worker = new Worker(url);
      this.worker.onmessage = ({ data }) => this.receive(data);
      this.worker.onerror = (event) => { event.preventDefault(); this.receive({ fault: event.message }); };
      this.worker.postMessage({ modules: { lab, quickjs }, program: this.program.value, level: this.level.value, scripts: SCRIPTS, columns: this.columns() });
    } catch (error) {
      if (number === this.number) this.receive({ fault: error.message });
    }
  }

  receive({ running, scripts, found, answer, fault }) {
    if (running !== undefined) { this.watch(running); return; }
    if (found) this.report.append(...styled(`${found}\n`));
    if (scripts !== undefined) { this.say(scripts ? `${scripts} of ${SCRIPTS} random scripts…` : 'Small fixed scripts…'); return; }
    this.stop(fault === undefined ? '' : `The check broke down: ${fault}`);
    if (!answer) return;
    const { findings } = answer.report;
    this.report.replaceChildren(...styled(answer.text));
    this.report.scrollTop = 0;
    this.say(findings.length ? `${findings.length} finding${findings.length === 1 ? '' : 's'}` : `Right up to level ${this.level.value}, as far as it was tried`, findings.length ? 'bad' : 'good');
  }

  /** Watches a run that begins now, with a time limit. If the worker does not end the run in time, ends the worker. */
  watch(millis) {
    clearInterval(this.watching);
    const start = performance.now();
    this.watching = setInterval(() => {
      const passed = performance.now() - start;
      this.say(`The program has not answered a script yet: ${Math.round(passed / 1000)} s of ${millis / 1000} s…`);
      if (passed > millis + GRACE) this.stop('The program does not end in time (timeout), and the check was ended');
    }, LONG);
  }

  stop(why) {
    this.number = (this.number || 0) + 1;
    clearInterval(this.watching);
    this.worker?.terminate();
    this.worker = null;
    if (why) this.say(why, 'bad');
    this.setRunning(false);
  }

  setRunning(isRunning) {
    this.stopButton.disabled = !isRunning;
    this.root.classList.toggle('running', isRunning);
  }

  say(text, style = '') {
    this.outcome.className = `outcome ${style}`;
    this.outcome.textContent = text;
  }

  /** How many characters a line of the report has room for. */
  columns() {
    // Ten digits in one word measure the width of a character, because a word is never broken into lines.
    const ruler = make('span', '', '0'.repeat(10));
    this.report.append(ruler);
    const width = ruler.getBoundingClientRect().width / 10;
    ruler.remove();
    const [least, most] = COLUMNS;
    return Math.max(least, Math.min(most, Math.floor((this.report.clientWidth - 30) / width)));
  }
}

new Verifier(document.getElementById('verify'));
