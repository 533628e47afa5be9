import type { Side, Source } from "../index.js";

/** The fair machine, which fights a person or itself. A fight blocks until it ends: in a page, use a worker. */
export declare class Opponent {
  private constructor();
  /** The script of a game of two machines. */
  fight(seed: number | bigint | string): string;
  /** A game of a person, who is A, against the machine of a level from 1 to 4. */
  versus(options?: { setup?: "small" | "narrow" | "basic" | "extended"; level?: number; seed?: number | bigint | string }): Versus;
}

/** What A knows of a game: its ships, the fields in sight and what lies there, what was said. */
export interface Sight {
  turn: number;
  is_over: boolean;
  winner: Side | null;
  said: string[];
  script: string;
  [more: string]: unknown;
}

/** A game of a person against the machine. What changes it answers with what A knows then. */
export declare class Versus {
  private constructor();
  /** What A knows. */
  view(): Sight;
  /** What a ship, such as `0 CRU`, can do; null where there is no such ship. */
  offers(ship: string): Record<string, unknown> | null;
  act(method: "sail", ship: string, way: "F" | "L" | "R"): Sight;
  /** Shoots with that ship if it can, else with another one. */
  act(method: "shoot", ship: string, row: number, col: number): Sight;
  act(method: "spy", row: number, col: number): Sight;
  act(method: "rematch", seed: string): Sight;
  act(method: "place" | "hint" | "follow" | "end" | "undo" | "draw" | "resign"): Sight;
  /** What a method of the game answers, as JSON. */
  text(method: string, ...more: (string | number)[]): string;
  /** The whole game as a script once it is over; before, what A has ordered and seen. */
  script(): string;
  /** Frees the memory of the game. */
  free(): void;
}

/** Loads the opponent; without a source, from the file beside this module, in node and in browsers. */
export declare function load(source?: Source): Promise<Opponent>;

/** Loads the opponent of a compiled module, or of its bytes. */
export declare function loadSync(module: WebAssembly.Module | BufferSource): Opponent;
