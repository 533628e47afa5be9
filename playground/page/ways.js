// The ways to begin, as parts of the playground: to watch two machines, to play against one, to write a script.

import { Stopped } from './engine.js';
import { freshSeed } from './parts.js';

export const ways = {
  /** Lets two machines fight. The board plays the fight from the first shot on. */
  async watch(seed) {
    this.leaveHand();
    this.fighter.stop();
    const request = this.request = {};
    if (seed === undefined) this.root.classList.add('begun');
    try {
      const text = await this.fighter.call('fight', '', { more: [seed ?? freshSeed()] });
      // Something else may have been chosen meanwhile.
      if (request !== this.request) return;
      this.isShow = true;
      await this.begin(text, 'two-machines', false);
      if (seed === undefined) this.turnTo('board');
    } catch (error) {
      if (!(error instanceof Stopped)) this.showNotice(`No game: ${error.message}`);
    }
    this.isShow = false;
  },

  /** Begins a game by hand. The editor beside the board shows A's orders. */
  async play(options) {
    this.request = null;
    this.fighter.stop();
    this.keep();
    this.halt();
    this.setRunning(false);
    this.replay.pause();
    if (!this.isPlaying) this.before = this.bytes ? '' : this.editor.text;
    this.leaveLarge();
    this.isPlaying = true;
    this.root.classList.add('begun', 'playing');
    [this.boardPlace.hidden, this.cutBoard.hidden, this.hand.element.hidden] = [true, true, false];
    this.showFindings({ list: [], more: 0 }, 'Each of your orders is written here.');
    this.turnTo('board');
    await this.hand.begin(options);
  },

  /** Leaves the game by hand: the board shows the script again. */
  leaveHand() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.player.stop();
    this.root.classList.remove('playing');
    [this.boardPlace.hidden, this.hand.element.hidden] = [false, true];
    this.editor.release(this.before);
  },

  /** Replays the game that was played by hand, step by step. */
  async replayHand({ script, machine }) {
    this.names = ['you', machine];
    await this.begin(script, 'game', false);
    this.replay.go(this.replay.story.opening);
    this.names = undefined;
  },

  /** Opens the first sample in the editor, with the board at its first step. */
  async write() {
    this.root.classList.add('begun');
    const [name, text] = this.samples.find(([name]) => name === 'first-battle') || this.samples[0];
    await this.begin(text, name, false);
    // Something else may have been chosen meanwhile.
    if (this.isPlaying || this.editor.text !== text) return;
    this.replay.go(0);
    this.turnTo('script');
    this.editor.go(this.editor.place(1, 1, 0));
  },
};
