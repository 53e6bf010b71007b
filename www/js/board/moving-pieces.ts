// The positions, heights and opacities of the pieces during animations. Time is a parameter of every call; nothing is
// drawn here.
//
// A piece belongs to the square that it travels to, so the placement is always known. The next change can start while
// pieces are still moving.

import { arc, easeInOut, easeOutCubic, planChange, travelTime } from "./animation.ts";
import type { MoveHint, Plan } from "./animation.ts";
import { FILES, SQUARES, distance } from "./geometry.ts";

// The next four durations are shares of the animation time.
const FADE = 0.6;
const LIFT_TIME = 0.45;
/** The duration for a dropped piece to settle on its target. */
const SETTLE = 0.35;
/** The duration for a dropped piece to return to its own square from afar. */
const RETURN = 0.9;
/** The greatest height of a travelling piece; a held piece has height 1. */
const CARRY = 0.55;

interface Pose {
  file: number;
  rank: number;
  /** The height above the board: 0 at rest, 1 if held. */
  lift: number;
  alpha: number;
}

interface Tween {
  from: Pose;
  to: Pose;
  start: number;
  /** The duration, in milliseconds. */
  time: number;
  /** The greatest height on the way. */
  carry: number;
  /** True if the piece moves across the board; a new check mark waits until such pieces have arrived. */
  travels: boolean;
}

export interface ShownPiece {
  piece: string;
  square: number;
  pose: Pose;
  tween: Tween | null;
}

interface Timing {
  /** The time at which the animation starts, in milliseconds. */
  now: number;
  /** The duration of the animation in milliseconds; 0 for no animation. */
  time: number;
}

const poseOn = (square: number, lift = 0): Pose => ({
  file: square % FILES,
  rank: Math.floor(square / FILES),
  lift,
  alpha: 1,
});

function advance(piece: ShownPiece, now: number): void {
  const { tween } = piece;
  if (!tween) return;
  const t = Math.min(1, Math.max(0, (now - tween.start) / tween.time));
  const ease = tween.travels ? easeOutCubic(t) : easeInOut(t);
  const mix = (a: number, b: number) => a + (b - a) * ease;
  const { from, to } = tween;
  piece.pose = {
    file: mix(from.file, to.file),
    rank: mix(from.rank, to.rank),
    lift: Math.max(mix(from.lift, to.lift), tween.carry * arc(ease)),
    alpha: mix(from.alpha, to.alpha),
  };
  if (t >= 1) {
    piece.pose = to;
    piece.tween = null;
  }
}

export class MovingPieces {
  #pieces = new Map<number, ShownPiece>();
  /** Pieces that fade out. */
  #ghosts: ShownPiece[] = [];
  /** The square whose piece is held by a pointer. */
  #held = -1;

  get placement(): string {
    const letters = Array.from({ length: SQUARES }, () => ".");
    for (const { square, piece } of this.#pieces.values()) letters[square] = piece;
    return letters.join("");
  }

  /** All pieces to draw: first those that fade out, then the others from the lowest to the highest above the board. */
  get pieces(): ShownPiece[] {
    const low = [...this.#pieces.values()].sort((a, b) => a.pose.lift - b.pose.lift);
    return [...this.#ghosts, ...low];
  }

  at(square: number): ShownPiece | undefined {
    return this.#pieces.get(square);
  }

  get travelling(): boolean {
    return [...this.#pieces.values()].some(({ tween }) => tween?.travels);
  }

  /** True while any piece is animated. */
  get active(): boolean {
    return this.#ghosts.length > 0 || [...this.#pieces.values()].some(({ tween }) => tween);
  }

  /** Animates the change to another placement. */
  show(placement: string, { now, time, hint = null }: Timing & { hint?: MoveHint }): void {
    const plan = planChange(this.placement, placement, hint);
    const moving = plan.journeys.map((j) => ({ ...j, piece: this.#remove(j.from) }));
    for (const { at } of plan.vanishing) {
      this.#fade(this.#remove(at), now + fadeDelay(plan, at, time), time * FADE);
    }
    for (const { piece, from, to } of moving) {
      if (!piece) continue;
      this.#send(piece, to, { now, time: travelTime(time, distance(from, to)) }, CARRY);
    }
    for (const { piece, at } of plan.appearing) this.#appear(piece, at, now, time * FADE);
  }

  #remove(square: number): ShownPiece | undefined {
    const piece = this.#pieces.get(square);
    this.#pieces.delete(square);
    if (this.#held === square) this.#held = -1;
    return piece;
  }

  #fade(piece: ShownPiece | undefined, start: number, time: number): void {
    if (!piece || time <= 0) return;
    const to = { ...piece.pose, alpha: 0 };
    piece.tween = { from: piece.pose, to, start, time, carry: 0, travels: false };
    this.#ghosts.push(piece);
  }

  #appear(piece: string, square: number, start: number, time: number): void {
    const to = poseOn(square);
    const from = { ...to, alpha: 0 };
    const tween = time > 0 ? { from, to, start, time, carry: 0, travels: false } : null;
    this.#pieces.set(square, { piece, square, pose: tween ? from : to, tween });
  }

  #send(piece: ShownPiece, square: number, { now, time }: Timing, carry: number): void {
    const to = poseOn(square);
    piece.square = square;
    piece.tween =
      time > 0 ? { from: piece.pose, to, start: now, time, carry, travels: true } : null;
    if (!piece.tween) piece.pose = to;
    this.#pieces.set(square, piece);
  }

  /** Raises the piece of one square (-1 for none) and lowers all others. */
  raise(square: number, now: number, time: number): void {
    for (const piece of this.#pieces.values()) {
      const lift = piece.square === square ? 1 : 0;
      const to = poseOn(piece.square, lift);
      if (piece.tween?.travels) piece.tween.to = to;
      if (piece.square === this.#held || piece.tween?.travels) continue;
      const target = piece.tween?.to ?? piece.pose;
      if (target.lift === lift) continue;
      const span = time * LIFT_TIME;
      piece.tween = { from: piece.pose, to, start: now, time: span, carry: 0, travels: false };
      if (span <= 0) advance(piece, Infinity);
    }
  }

  /** Holds the piece of a square at the pointer's fractional file and rank. */
  hold(square: number, place: Pick<Pose, "file" | "rank">): void {
    const piece = this.#pieces.get(square);
    if (!piece) return;
    this.#held = square;
    piece.tween = null;
    piece.pose = { ...place, lift: 1, alpha: 1 };
  }

  /**
   * Releases the held piece. The piece returns to its own square, or stays on another square and captures the piece
   * there. The page then confirms the move by showing the new placement, or undoes it by showing the old one.
   */
  release(to: number, now: number, time: number): void {
    const from = this.#held;
    const piece = this.#remove(from);
    if (!piece) return;
    const { file, rank } = poseOn(to);
    const away = Math.hypot(piece.pose.file - file, piece.pose.rank - rank);
    const share = from === to ? RETURN * Math.min(1, 0.5 + away / 4) : SETTLE;
    if (from !== to) this.#fade(this.#remove(to), now, time * FADE);
    this.#send(piece, to, { now, time: time * share }, 0);
  }

  /** Advances all animations to the time `now`; returns true if any is still running. */
  tick(now: number): boolean {
    for (const piece of this.#pieces.values()) advance(piece, now);
    for (const ghost of this.#ghosts) advance(ghost, now);
    this.#ghosts = this.#ghosts.filter((ghost) => ghost.tween);
    return this.active;
  }

  /** Ends all animations. */
  finish(): void {
    this.tick(Infinity);
  }
}

/** Returns the delay before a captured piece fades, in milliseconds: a part of the time that its captor travels. */
function fadeDelay(plan: Plan, at: number, time: number): number {
  const captor = plan.journeys.find(({ to }) => to === at);
  return captor ? travelTime(time, distance(captor.from, at)) * 0.3 : 0;
}
