// What a run prints, and how it ends.

import { size } from './parts.js';

export class Output {
  constructor() {
    this.outcome = make('p', 'outcome');
    this.outcome.setAttribute('role', 'status');
    this.text = make('pre', 'printed');
    this.text.tabIndex = 0;
    this.text.setAttribute('role', 'region');
    this.text.setAttribute('aria-label', 'Printed');
    this.cut = make('p', 'cut');
    this.element = make('div', 'output-body', this.outcome, this.text, this.cut);
  }

  begin() {
    this.ends = null;
    this.decoder = new TextDecoder();
    [this.printed, this.shown] = [0, 0];
    this.text.replaceChildren();
    this.cut.hidden = true;
    this.start = performance.now();
    this.say('Running…', '');
  }

  /** Takes a part of the output, and how many bytes were printed so far. If the output is too long, `chunk` is missing. */
  take(chunk, printed) {
    this.printed = printed;
    if (chunk) {
      this.shown += chunk.length;
      this.write(this.decoder.decode(chunk, { stream: true }));
    }
    if (printed > this.shown) this.showCut();
  }

  write(text) { if (text) this.text.append(text.split('\n').map(visible).join('\n')); }

  showCut() {
    this.cut.hidden = false;
    this.cut.textContent = `These are the first ${size(this.shown)} of ${size(this.printed)}. The program \`broadside run\` prints everything.`;
  }

  get seconds() { return (performance.now() - this.start) / 1000; }

  tick() { this.say(`Running… ${this.seconds.toFixed(0)} s${this.printed ? `, ${size(this.printed)} printed` : ''}`, ''); }

  end({ status, winner, problem, printed }) {
    this.take(null, printed);
    this.write(this.decoder.decode());
    const time = this.seconds < 1 ? '' : ` after ${this.seconds.toFixed(1)} s`;
    if (!printed) this.text.append(make('span', 'nothing', status === 2 ? 'Nothing was printed.' : 'Nothing was printed. Only PRINT and SAVE print something.'));
    if (problem) {
      const what = problem.help ? `${problem.message}; ${problem.help}` : problem.message;
      this.say(`${status === 2 ? 'Syntax error' : 'Stopped'} in line ${problem.line}${time}: ${visible(what)}`, 'bad');
    } else {
      const ran = `Ran to its end${time}`;
      this.ends = [ran, winner ? `${winner} won${time}` : ran];
      this.wonLine = winner && this.lastLine(`${winner} won\n`);
      this.showEnd(false);
    }
  }

  /** Says how a run has ended. Names the winner only if the board shows the end (`isThere`). */
  showEnd(isThere) {
    if (!this.ends) return;
    this.say(this.ends[Number(isThere)], 'good');
    if (this.wonLine) this.wonLine.hidden = !isThere;
  }

  /** If `line` was printed last, makes it an element of its own and returns this element. */
  lastLine(line) {
    this.text.normalize();
    const { lastChild } = this.text;
    if (!lastChild?.data?.endsWith(line)) return null;
    const element = make('span', '', lastChild.splitText(lastChild.length - line.length).data);
    this.text.lastChild.replaceWith(element);
    return element;
  }

  say(text, style) {
    this.outcome.className = `outcome ${style}`;
    if (this.outcome.textContent !== text) this.outcome.textContent = text;
  }
}
