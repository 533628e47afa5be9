// Uses the types of the package. `.ci/npm` compiles this file with the strictest checks.

import { type Engine, load, type Outcome, ScriptError } from "broadside-engine";
import { load as loadOpponent, type Sight } from "broadside-engine/opponent";

const engine: Engine = await load();
const outcome: Outcome = engine.run("[state] PRINT 0 [state]");
const line: number | undefined = outcome.problem?.line;
const winner: "A" | "B" | null = engine.run(new Uint8Array(), { onOutput: (bytes) => bytes.length }).winner;
// @ts-expect-error a run with `onOutput` returns no output
engine.run("", { onOutput: () => undefined }).output;
const frames: number = engine.frames("", { most: 3 }).frames.length;
const problem: string = new Error() instanceof ScriptError ? "yes" : engine.format("");
const sight: Sight = (await loadOpponent()).versus({ setup: "narrow", level: 3 }).act("shoot", "0 CRU", 1, 2);
// @ts-expect-error the interpreter has no machine
engine.fight(7);
export { frames, line, problem, sight, winner };
