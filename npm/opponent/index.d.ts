import type { Side, Source } from "../index.js";

/** The fair machine, which plays against a person or itself. `fight` blocks until the game ends: in a page, use a worker. */
export declare class Opponent {
  private constructor();
  /** The script of a game of two machines. */
  fight(seed: number | bigint | string): string;
  /** A game of a person, who is A, against the machine of a level from 1 to 4. */
  versus(options?: { setup?: "small" | "narrow" | "basic" | "extended"; level?: number; seed?: number | bigint | string }): Versus;
}

/** What A knows of a game: A's ships, the fields in sight and what lies there, and the messages of this turn. */
export interface Sight {
  turn: number;
  is_over: boolean;
  winner: Side | null;
  said: string[];
  script: string;
  [more: string]: unknown;
}

/** A game of a person against the machine. `act` changes the game and returns what A knows afterwards. */
export declare class Versus {
  private constructor();
  /** What A knows. */
  view(): Sight;
  /** What a ship, such as `0 CRU`, can do; null if there is no such ship. */
  offers(ship: string): Record<string, unknown> | null;
  act(method: "sail", ship: string, way: "F" | "L" | "R"): Sight;
  /** Shoots with `ship`. In games where shots name no ship, `ship` is ignored. A useless shot must be asked for twice. */
  act(method: "shoot", ship: string, row: number, col: number): Sight;
  act(method: "spy", row: number, col: number): Sight;
  act(method: "rematch", seed: string): Sight;
  act(method: "place" | "hint" | "follow" | "end" | "undo" | "draw" | "resign"): Sight;
  /** Calls a method of the game. Returns its answer as JSON text. */
  text(method: string, ...more: (string | number)[]): string;
  /** The game as a script: what A has ordered and seen, or the whole game once it is over. */
  script(): string;
  /** Frees the memory of the game. */
  free(): void;
}

/** Loads the opponent; without a source, from the file beside this module, in node and in browsers. */
export declare function load(source?: Source): Promise<Opponent>;

/** Loads the opponent from a compiled module, or from its bytes. */
export declare function loadSync(module: WebAssembly.Module | BufferSource): Opponent;
