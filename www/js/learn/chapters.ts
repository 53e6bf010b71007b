// The lessons as data. A chapter consists of steps, and a step is a position with a task. The words are in
// locales/learn/*.json: `learn.CHAPTER.title` and `.lead`, `learn.CHAPTER.N.title`, `.text`, `.task`, `.hint`. The
// tests play every solution.

import type { Reason } from "../../pkg/chuhe.js";
import type { Notation, Side } from "../core/xiangqi.ts";
import type { Goal } from "./goals.ts";
import type { TableName } from "./tables.ts";

export interface Step {
  fen: string;
  /** The moves played from `fen` before the learner's first move. */
  before?: string[];
  goal: Goal;
  /** The learner's moves of one solution. For a "refused" goal, these are the illegal moves to try. */
  solution: string[];
  /** The sides that the learner moves; Red by default. */
  movable?: Side | "both";
}

export interface Chapter {
  /** Names the chapter in addresses, locale keys and progress. */
  id: string;
  /** The FEN letter of the piece that the chapter is about. */
  piece?: string;
  table?: TableName;
  /** Present if the chapter shows the pictures of how all pieces move. */
  hasOverview?: true;
  steps: Step[];
}

export const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
const TANDEM = "3k4r/8r/6P2/1C4P2/6P2/9/9/1C7/9/4K4 w";

/** Creates a step; spaces separate the moves of the solution. */
const step = (fen: string, goal: Goal, solution: string, more?: Partial<Step>): Step => ({
  fen,
  goal,
  solution: solution === "" ? [] : solution.split(" "),
  ...more,
});

/** Returns the goal to reach all squares with the piece `by`, within `moves` moves. */
const collect = (squares: string, moves: number, by: string): Goal => ({
  kind: "collect",
  squares: squares.split(" "),
  moves,
  by,
});

/** Creates a step in which the learner tries illegal moves, to learn why they are illegal. */
const refused = (fen: string, moves: string) =>
  step(fen, { kind: "refused", moves: moves.split(" ") }, moves);

/** Creates a step in which the learner has to play one certain move. */
const accept = (fen: string, move: string) => step(fen, { kind: "accept", moves: [move] }, move);

/** Creates a step in which the learner has to end the game for a reason, in no more moves than the solution has. */
const end = (fen: string, reason: Reason, solution: string) =>
  step(fen, { kind: "end", reason, moves: solution.split(" ").length }, solution);

/** Creates a step in which the learner follows a line; every second move of it is the opponent's. */
const script = (fen: string, line: string) => {
  const moves = line.split(" ");
  const solution = moves.filter((_, ply) => ply % 2 === 0).join(" ");
  return step(fen, { kind: "script", line: moves }, solution);
};

/** Creates a step in which the learner plays a move that is shown in notation. */
const read = (fen: string, move: string, notation: Notation, more?: Partial<Step>) =>
  step(fen, { kind: "read", move, notation }, move, more);

const CHASE = "h0i0 i9h7 i0h0 h7i9";
const CHASED = "3k4n/9/9/9/9/9/9/9/9/4K2R1 w";

export const CHAPTERS: readonly Chapter[] = [
  {
    id: "seven",
    hasOverview: true,
    steps: [
      step(
        "3k5/9/7n1/9/2P4c1/9/9/1N5C1/R8/4KAB2 w",
        { kind: "each", by: [..."RNCPBAK"] },
        "a1a4 b2c4 h2h7 c5c6 g0e2 f0e1 e0f0",
      ),
    ],
  },
  {
    id: "board",
    table: "pieces",
    steps: [
      step("3k5/9/9/9/9/9/9/9/9/R3K4 w", collect("a5 i5 i0", 3, "R"), "a0a5 a5i5 i5i0"),
      refused("3k5/9/9/p8/9/2B6/P8/9/5K3/9 w", "f1g1 c4e6"),
      step(START, { kind: "look" }, ""),
    ],
  },
  {
    id: "general",
    piece: "K",
    steps: [
      step("4k4/4a4/9/p8/9/9/P8/9/9/4K4 w", collect("d2 f1", 5, "K"), "e0f0 f0f1 f1e1 e1e2 e2d2"),
      refused("4k4/4a4/9/p8/9/9/P8/9/3K5/9 w", "d1c1 d1e2"),
      accept("4k4/4a4/9/9/3r5/9/9/9/3nKn3/9 w", "e1f1"),
    ],
  },
  {
    id: "advisor",
    piece: "A",
    steps: [
      step("3k5/9/9/p8/9/9/P8/9/9/3AK4 w", collect("f2 d2", 4, "A"), "d0e1 e1f2 f2e1 e1d2"),
      refused("3k5/9/9/p8/9/9/P8/5A3/4A4/4K4 w", "e1e2 f2g3"),
      step("3k5/4r4/9/9/9/9/9/9/9/3AK4 w", { kind: "answer", ways: ["block"] }, "d0e1"),
    ],
  },
  {
    id: "elephant",
    piece: "B",
    steps: [
      step("3k5/9/9/p8/9/9/P8/9/9/2B1K4 w", collect("g4 i2 g0", 4, "B"), "c0e2 e2g4 g4i2 i2g0"),
      refused("3k5/9/9/9/9/2B6/5n3/4B4/9/4K4 w", "e2g4 c4e6"),
      step("3k5/9/9/9/9/9/5N3/4B4/9/4K4 w", collect("g4", 2, "B"), "f3d4 e2g4"),
    ],
  },
  {
    id: "rook",
    piece: "R",
    steps: [
      step("3k5/9/9/9/9/9/9/9/9/R3K4 w", collect("a7 h7 h2", 3, "R"), "a0a7 a7h7 h7h2"),
      step(
        "3k5/9/9/p1p3p2/9/9/2p3p2/9/9/R3K4 w",
        collect("a6 c6 c3 g3 g6", 5, "R"),
        "a0a6 a6c6 c6c3 c3g3 g3g6",
      ),
      refused("3k5/9/9/p8/9/9/9/R1N6/9/4K4 w", "a2e2 a2a8"),
    ],
  },
  {
    id: "horse",
    piece: "N",
    steps: [
      step("3k5/9/9/9/9/9/9/9/9/1N2K4 w", collect("c2 e3 f5", 3, "N"), "b0c2 c2e3 e3f5"),
      refused("5k3/9/9/9/4p4/3RN4/9/9/9/4K4 w", "e4d6 e4c5"),
      step("3k5/9/9/9/9/9/4C4/4N4/9/4K4 w", collect("d4", 2, "N"), "e3a3 e2d4"),
      step(
        "3k5/9/9/4p3p/2p3p2/4N4/9/9/9/4K4 w",
        collect("c5 e6 g5 i6", 4, "N"),
        "e4c5 c5e6 e6g5 g5i6",
      ),
    ],
  },
  {
    id: "cannon",
    piece: "C",
    steps: [
      step("3k2n2/9/9/9/6p2/9/9/6C2/9/4K4 w", collect("g9", 1, "C"), "g2g9"),
      refused("2rk5/9/2n6/9/2p6/9/9/2C6/9/4K4 w", "c2c6 c2c5 c2c9"),
      step("3k5/9/4n1P1r/9/4P4/9/C1P1p4/9/9/4K4 w", collect("e3 e7 i7", 3, "C"), "a3e3 e3e7 e7i7"),
    ],
  },
  {
    id: "soldier",
    piece: "P",
    steps: [
      refused("3k5/9/9/9/9/9/2P6/9/9/4K4 w", "c3d3 c3c2"),
      step("3k5/9/9/9/9/9/2P6/9/9/4K4 w", collect("c5 e6", 5, "P"), "c3c4 c4c5 c5d5 d5e5 e5e6"),
      step("3k5/9/9/4pn3/4Pn3/9/9/9/9/4K4 w", collect("e6 f5 f6", 3, "P"), "e5f5 f5f6 f6e6"),
    ],
  },
  {
    id: "facing",
    piece: "k",
    steps: [
      refused("4k4/9/9/9/9/9/4C4/9/9/4K4 w", "e3b3"),
      refused("4k4/9/9/p8/9/9/P8/9/9/3K5 w", "d0e0"),
      end("3k5/9/9/9/9/9/9/9/R8/4K4 w", "checkmate", "a1d1"),
    ],
  },
  {
    id: "check",
    steps: [
      step(
        "4k4/4a4/9/9/2N6/7C1/9/9/9/R2K5 w",
        { kind: "checks", by: ["R", "N", "C"] },
        "a0a9 c5d7 h4e4",
      ),
      step(
        "3k5/9/9/R3r4/9/9/9/9/9/3AK4 w",
        { kind: "answer", ways: ["move", "take", "block"] },
        "e0f0 a6e6 d0e1",
      ),
      step(
        "3k5/9/9/4c4/9/9/4N4/9/9/2B1K4 w",
        { kind: "answer", ways: ["move", "unscreen", "block"] },
        "e0f0 e3c4 c0e2",
      ),
    ],
  },
  {
    id: "mate",
    steps: [
      end("4k4/R8/9/9/9/9/9/9/9/1R1K5 w", "checkmate", "b0b9"),
      end("3aka3/9/9/4C4/9/9/9/1C7/9/4K4 w", "checkmate", "b2e2"),
      end("5k3/9/5P3/6N2/9/9/9/9/9/4K4 w", "checkmate", "g6h8"),
      end("4k4/9/9/9/9/9/R8/1R7/9/3K5 w", "checkmate", "a3a8 b2b9"),
    ],
  },
  {
    id: "stalemate",
    steps: [
      end("5k3/9/4P4/9/9/9/9/9/9/4K4 w", "stalemate", "e7e8"),
      end("3k5/9/9/9/9/9/9/9/2R6/4K4 w", "stalemate", "c1c8"),
    ],
  },
  {
    id: "perpetual",
    steps: [
      script("4k4/R8/9/9/9/9/9/9/9/3K5 w", "a8a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9"),
      script(CHASED, `${CHASE} ${CHASE}`),
      step(CHASED, { kind: "avoid" }, "i0i1", {
        before: [...CHASE.split(" "), ...CHASE.split(" ")].slice(0, 6),
      }),
    ],
  },
  {
    id: "draws",
    steps: [
      script("3k5/9/1r7/9/9/9/9/7R1/9/4K4 w", "e0e1 d9d8 e1e0 d8d9 e0e1 d9d8 e1e0 d8d9"),
      end("3k2b2/9/9/9/9/9/9/9/9/R3K4 w - - 119 80", "naturalLimit", "a0a1"),
      end("3ak4/9/4b4/9/9/9/9/3p5/4A4/4K4 w", "noAttackers", "e1d2"),
    ],
  },
  {
    id: "values",
    table: "values",
    steps: [
      step("3k5/9/4b4/9/2n6/2R3c2/9/2p6/9/4K4 w", { kind: "gain" }, "c4g4"),
      step("4k4/4a4/5r3/2p6/4N4/9/9/9/9/3K5 w", { kind: "gain" }, "e5f7"),
    ],
  },
  {
    id: "writing",
    steps: [
      step(START, { kind: "notate", moves: 4 }, "h2e2 h9g7 h0g2 i9h9", { movable: "both" }),
      step(TANDEM, { kind: "notate", moves: 3 }, "b2f2 i9g9 g7f7", { movable: "both" }),
    ],
  },
  {
    id: "reading",
    steps: [
      read(START, "h2e2", "chinese"),
      read(START, "b0c2", "chinese"),
      read(START, "h0g2", "wxf"),
      read(START.replace("w", "b"), "g6g5", "chinese", { movable: "black" }),
      read(START, "c3c4", "iccs"),
      read(TANDEM, "b2f2", "chinese"),
      read(TANDEM, "g6f6", "wxf"),
    ],
  },
];

/** Returns a chapter. Throws a RangeError if there is none at `index`. */
export function chapterAt(index: number): Chapter {
  const chapter = CHAPTERS[index];
  if (!chapter) throw new RangeError(`no chapter ${index}`);
  return chapter;
}

/** Returns the id of a step in addresses and progress; `index` counts from 0, the number in the id from 1. */
export const stepId = (chapter: string, index: number): string => `${chapter}/${index + 1}`;

export const STEP_IDS: readonly string[] = CHAPTERS.flatMap(({ id, steps }) =>
  steps.map((_, index) => stepId(id, index)),
);
