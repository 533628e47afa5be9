// The worker of the page that checks programs. The laboratory asks for runs of a program; QuickJS runs the program.

import * as lab from 'broadside-verifier';
import { loadRunner } from './runner.js';

/** The least time between two reports of progress, in milliseconds. */
const PACE = 100;

let lastReport = 0;

globalThis.tellProgress = (scripts, found) => {
  const now = performance.now();
  if (!found && now - lastReport < PACE) return;
  lastReport = now;
  postMessage({ scripts, found });
};

onmessage = async ({ data: { modules, program, level, scripts, columns } }) => {
  try {
    const run = await loadRunner(modules.quickjs);
    globalThis.runProgram = (input, millis, output) => {
      postMessage({ running: millis });
      return run(program, input, { millis, output });
    };
    lab.initSync({ module: modules.lab });
    postMessage({ answer: JSON.parse(lab.verify(level, scripts, columns)) });
  } catch (error) {
    postMessage({ fault: String(error) });
  }
};
