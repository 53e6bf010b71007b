// A game between friends as a list of actions: moves, offers, answers and resignations. Both devices replay the list with
// the rules, and so agree on the position, on what is allowed next, and on the result.

import type { GameEnd } from "../core/game-record.ts";
import { otherSide, sideOf } from "../core/xiangqi.ts";
import type { Ruleset, Side, Verdict } from "../core/xiangqi.ts";
import type { GameClass, RulesGame } from "../rules/rules.ts";

/** The terms that the players agree on before the first move. */
export interface Terms {
  /** Random; 12 hexadecimal digits. */
  id: string;
  /** The FEN of the start; null for the ordinary one. */
  startFen: string | null;
  ruleset: Ruleset;
  /** The side of the player who made the game. */
  hostSide: Side;
  /** True if the players meet over a relay; only then can they claim, run out of time, and play again in the same room. */
  isLive: boolean;
  /** The clocks of a live game; null for a game without. */
  clock: FriendClock | null;
}

/** Seconds that each side has at the start, and gets for each move. */
export interface FriendClock {
  base: number;
  increment: number;
}

export const QUESTIONS = ["draw", "takeback"] as const;
export type Question = (typeof QUESTIONS)[number];

/** "time": the other player's time is up. "win" and "draw": the other player has left. */
export const CLAIMS = ["time", "win", "draw"] as const;
export type Claim = (typeof CLAIMS)[number];

/**
 * An action of a player. A move belongs to the side to move. "ask" offers a draw, or asks to go back to before one's last
 * move; "agree" and "decline" answer the other player's question. "timeout" says that one's own time is up, and "again",
 * after the end, that one wants another game with sides changed.
 */
export type Action =
  | { kind: "move"; side: Side; move: string }
  | { kind: "ask"; side: Side; question: Question }
  | { kind: "claim"; side: Side; claim: Claim }
  | { kind: "agree" | "decline" | "resign" | "timeout" | "again"; side: Side };

/** An end that the players declared. "left": a player stayed away; `side` has lost, null for a draw. */
export type FriendEnd = GameEnd | { reason: "left"; side: Side | null };

const SIDES: readonly Side[] = ["red", "black"];
const MOVE = /^[a-i]\d[a-i]\d$/;
const notAllowed = (text: string) => new RangeError(`not allowed now: ${text}`);

/** Returns the text by which an action is compared, signed and stored, such as `h2e2` or `red ask draw`. */
export function textOf(action: Action): string {
  switch (action.kind) {
    case "move":
      return action.move;
    case "ask":
      return `${action.side} ask ${action.question}`;
    case "claim":
      return `${action.side} claim ${action.claim}`;
    default:
      return `${action.side} ${action.kind}`;
  }
}

/** A game that is replayed from its actions. The owner has to free it. */
export class FriendGame {
  readonly terms: Terms;
  readonly #game: RulesGame;
  readonly #actions: Action[] = [];
  /** The question that waits for an answer. */
  #question: { side: Side; question: Question } | null = null;
  #end: FriendEnd | null = null;

  /** @throws ChuheError for a faulty FEN of the start */
  constructor(Game: GameClass, terms: Terms, actions: readonly string[] = []) {
    this.terms = terms;
    this.#game = new Game(terms.startFen, null, terms.ruleset);
    try {
      for (const text of actions) this.play(text);
    } catch (error) {
      this.free();
      throw error;
    }
  }

  free(): void {
    this.#game.free();
  }

  get actions(): readonly Action[] {
    return this.#actions;
  }
  get moves(): string[] {
    return this.#game.moves();
  }
  get turn(): Side {
    return sideOf(this.#game.view().turn);
  }
  get question(): { side: Side; question: Question } | null {
    return this.#question;
  }
  /** The end that the players declared; null if there is none, or the rules ended the game. */
  get end(): FriendEnd | null {
    return this.#end;
  }
  get verdict(): Verdict {
    return this.#game.verdict();
  }
  get isOver(): boolean {
    return this.#end !== null || this.verdict.result !== "ongoing";
  }
  /** The game of the rules, to look at. */
  get position(): Pick<RulesGame, "view" | "describe" | "notation" | "refusal" | "fen"> {
    return this.#game;
  }

  /**
   * Returns all actions that are allowed now, in an order that both devices share: the moves by their names, then the
   * others. The codes of games count on this order; a new kind of action needs a new version of the code.
   */
  allowed(): Action[] {
    const { isLive, clock } = this.terms;
    if (this.isOver) {
      const willing = this.#actions.flatMap(({ kind, side }) => (kind === "again" ? side : []));
      const others = SIDES.filter((side) => isLive && !willing.includes(side));
      return others.map((side): Action => ({ kind: "again", side }));
    }
    const side = this.turn;
    const moves = [...this.#game.dests()].flatMap(([from, targets]) =>
      targets.map((to) => from + to),
    );
    return [
      ...moves.toSorted().map((move): Action => ({ kind: "move", side, move })),
      ...this.#others(),
      ...(clock ? SIDES.map((mover): Action => ({ kind: "timeout", side: mover })) : []),
      ...(isLive ? this.#claims() : []),
    ];
  }

  /** Returns the claims of the side that waits for the other side's move. */
  #claims(): Action[] {
    const side = otherSide(this.turn);
    const claims = CLAIMS.filter((claim) => claim !== "time" || this.terms.clock);
    return claims.map((claim): Action => ({ kind: "claim", side, claim }));
  }

  #others(): Action[] {
    const resign = SIDES.map((side): Action => ({ kind: "resign", side }));
    if (this.#question) {
      const side = otherSide(this.#question.side);
      return [...resign, { kind: "agree", side }, { kind: "decline", side }];
    }
    const sides = SIDES.filter((side) => this.#pliesBack(side) > 0);
    const asks = QUESTIONS.flatMap((question) =>
      (question === "draw" ? SIDES : sides).map((side): Action => ({
        kind: "ask",
        side,
        question,
      })),
    );
    return [...resign, ...asks];
  }

  /** Returns how many plies lie between now and before a side's last move; 0 if it has made none. */
  #pliesBack(side: Side): number {
    const count = side === this.turn ? 2 : 1;
    return this.#game.moves().length < count ? 0 : count;
  }

  /**
   * Plays an action by its text, and returns it.
   * @throws RangeError if it is not allowed
   */
  play(text: string): Action {
    const action = MOVE.test(text)
      ? ({ kind: "move", side: this.turn, move: text } as const)
      : this.allowed().find((each) => textOf(each) === text);
    if (!action || (action.kind === "move" && this.isOver)) throw notAllowed(text);
    this.#do(action);
    this.#actions.push(action);
    return action;
  }

  #do(action: Action): void {
    const asked = this.#question;
    switch (action.kind) {
      case "move":
        try {
          this.#game.play(action.move);
        } catch {
          throw notAllowed(action.move);
        }
        // A move answers no, and who has asked to go back does not wait for it. An offered draw stays on the table.
        if (asked && !(asked.question === "draw" && asked.side === action.side))
          this.#question = null;
        return;
      case "ask":
        this.#question = { side: action.side, question: action.question };
        return;
      case "resign":
        this.#finish({ reason: "resignation", side: action.side });
        return;
      case "timeout":
        this.#finish({ reason: "time", side: action.side });
        return;
      case "claim": {
        const loser = otherSide(action.side);
        if (action.claim === "time") this.#finish({ reason: "time", side: loser });
        else this.#finish({ reason: "left", side: action.claim === "win" ? loser : null });
        return;
      }
      case "again":
        return;
      case "agree":
        if (asked?.question === "draw") this.#end = { reason: "agreement", side: null };
        else if (asked) for (let n = this.#pliesBack(asked.side); n > 0; n--) this.#game.undo();
        this.#question = null;
        return;
      case "decline":
        this.#question = null;
    }
  }

  #finish(end: FriendEnd): void {
    this.#end = end;
    this.#question = null;
  }
}
