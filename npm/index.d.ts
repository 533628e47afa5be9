/** A script: text, or its bytes. */
export type Script = string | Uint8Array;

/** `A` or `B`. */
export type Side = "A" | "B";

/** An error or a warning about a place in a script. */
export interface Problem {
  /** The line, from 1. */
  line: number;
  /** The column, from 1, in characters. */
  column: number;
  /** The length of the place, in characters. */
  width: number;
  /** True if `broadside run` stops here, false for a warning. */
  is_error: boolean;
  /** What is wrong. */
  message: string;
  /** How to fix it. */
  help: string | null;
}

/** The errors and warnings of a script. */
export interface Findings {
  list: Problem[];
  /** How many findings the list leaves out. */
  more: number;
}

/** How a run ended. */
export interface Ended {
  /** The exit status of `broadside run`: 0 ran to the end, 1 an invalid operation, 2 not a script, 3 output failed. */
  status: 0 | 1 | 2 | 3;
  winner: Side | null;
  /** Why the run stopped; null if it ran to the end. */
  problem: Problem | null;
}

/** How a run ended, and what it printed. */
export interface Outcome extends Ended {
  output: string;
}

/** What a page draws for one step of a game. The fields are those of `broadside replay`. */
export type Frame = Record<string, unknown>;

/** The frames of a script. */
export interface Frames {
  frames: Frame[];
  /** Whether these are all frames of the script. */
  is_whole: boolean;
}

/** A word that may come next in a script. */
export interface Choice {
  word: string;
  [more: string]: unknown;
}

/** The machine's turn as a group to append, or why there is none. */
export type Turn = { text: string } | { why: string };

/** Thrown if a text is not a script. */
export declare class ScriptError extends Error {
  readonly problem: Problem;
}

/** The interpreter of the Ships language. A run blocks until it ends: in a page, use a worker. */
export declare class Engine {
  private constructor();
  /** The version of the rules. */
  readonly version: string;
  /** Runs a script as `broadside run` does. */
  run(script: Script): Outcome;
  /** Runs a script, and calls `onOutput` with each part of the output. The bytes are valid only during that call. */
  run(script: Script, options: { onOutput: (bytes: Uint8Array) => void }): Ended;
  /** What `broadside check` says about a script. */
  check(script: Script): Findings;
  /** The canonical form of a script, as `broadside fmt` writes it. Throws a `ScriptError`. */
  format(script: Script): string;
  /** The canonical form as bytes. Throws a `ScriptError`. */
  formatBytes(script: Script): Uint8Array;
  /** The frames of a script, up to its first error, at most `most` (10,000) of them. */
  frames(script: Script, options?: { most?: number }): Frames;
  /** The frames as JSON. */
  framesText(script: Script, options?: { most?: number }): string;
  /** The words that may come next after `before`, the beginning of a script. */
  complete(before: Script): Choice[];
  /** The machine's turn for the player who is expected at the end of a script. */
  turn(script: Script): Turn;
  /** The words of the language, for editors. */
  language(): { commands: Record<string, unknown>[]; [more: string]: unknown };
}

/** What a module can be loaded from. */
export type Source = WebAssembly.Module | BufferSource | URL | string | Response | Promise<Response>;

/** Loads the engine; without a source, from the file beside this module, in node and in browsers. */
export declare function load(source?: Source): Promise<Engine>;

/** Loads the engine from a compiled module, or from its bytes. */
export declare function loadSync(module: WebAssembly.Module | BufferSource): Engine;
