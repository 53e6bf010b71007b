/**
 * The pieces as they are seen at an instant: where each one is, how high it is lifted, how opaque.
 * Knows no canvas and no clock: time comes in with every call.
 *
 * An actor belongs to a square even while it is still on its way there, so the placement shown is
 * always known, and the next change can start from wherever the pieces are.
 */

import { arc, easeInOut, easeOutCubic, planChange, travelTime } from "./animation.ts";
import { FILES, SQUARES, distance } from "./geometry.ts";

/** Times in milliseconds, as shares of the animation time where they have one. */
const FADE = 0.6;
const LIFT_TIME = 0.45;
const SETTLE = 0.35;
const RETURN = 0.9;
/** How high a travelling piece is carried; a held one is at 1. */
const CARRY = 0.55;

/**
 * @typedef {object} Pose
 * @property {number} file
 * @property {number} rank
 * @property {number} lift   0 on the board, 1 held
 * @property {number} alpha
 */

/**
 * @typedef {object} Tween
 * @property {Pose} from
 * @property {Pose} to
 * @property {number} start
 * @property {number} time
 * @property {number} carry     height of the arc on the way
 * @property {boolean} travels  changes place, so that others have to wait for it
 */

/**
 * @typedef {object} Actor
 * @property {string} piece
 * @property {number} square
 * @property {Pose} pose
 * @property {Tween | null} tween
 */

/** @param {number} square @param {number} [lift] @returns {Pose} */
function poseOn(square, lift = 0) {
  return { file: square % FILES, rank: Math.floor(square / FILES), lift, alpha: 1 };
}

/** @param {Actor} actor @param {number} now */
function advance(actor, now) {
  const { tween } = actor;
  if (!tween) return;
  const t = Math.min(1, Math.max(0, (now - tween.start) / tween.time));
  const ease = tween.travels ? easeOutCubic(t) : easeInOut(t);
  const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * ease;
  const { from, to } = tween;
  const lift = Math.max(mix(from.lift, to.lift), tween.carry * arc(ease));
  actor.pose = {
    file: mix(from.file, to.file),
    rank: mix(from.rank, to.rank),
    lift,
    alpha: mix(from.alpha, to.alpha),
  };
  if (t >= 1) {
    actor.pose = to;
    actor.tween = null;
  }
}

export class Stage {
  /** @type {Map<number, Actor>} */
  #actors = new Map();
  /** Captured pieces on their way out. @type {Actor[]} */
  #ghosts = [];
  /** The square whose piece is held by a pointer. */
  #held = -1;

  /** The placement shown. */
  get placement() {
    const letters = Array.from({ length: SQUARES }, () => ".");
    for (const actor of this.#actors.values()) letters[actor.square] = actor.piece;
    return letters.join("");
  }

  /** Everything to draw, lowest first. @returns {Actor[]} */
  get actors() {
    const low = [...this.#actors.values()].sort((a, b) => a.pose.lift - b.pose.lift);
    return [...this.#ghosts, ...low];
  }

  /** @param {number} square */
  at(square) {
    return this.#actors.get(square);
  }

  /** Is a piece still on its way to another place? */
  get travelling() {
    return [...this.#actors.values()].some((a) => a.tween?.travels);
  }

  get active() {
    return this.#ghosts.length > 0 || [...this.#actors.values()].some((a) => a.tween);
  }

  /**
   * Shows another placement.
   *
   * @param {string} placement
   * @param {{now: number, time: number, hint?: readonly [number, number] | null}} how `time` 0: at once
   */
  show(placement, { now, time, hint = null }) {
    const plan = planChange(this.placement, placement, hint);
    const moving = plan.journeys.map((j) => ({ ...j, actor: this.#take(j.from) }));
    for (const { at } of plan.vanishing) {
      this.#fade(this.#take(at), now + this.#delay(plan, at, time), time * FADE);
    }
    for (const { actor, from, to } of moving) {
      if (!actor) continue;
      this.#send(actor, to, { now, time: travelTime(time, distance(from, to)), carry: CARRY });
    }
    for (const { piece, at } of plan.appearing) this.#appear(piece, at, now, time * FADE);
  }

  /** A captured piece stays until its captor is nearly there. @param {import("./animation.ts").Plan} plan */
  #delay(plan, /** @type {number} */ at, /** @type {number} */ time) {
    const captor = plan.journeys.find((j) => j.to === at);
    return captor ? travelTime(time, distance(captor.from, at)) * 0.3 : 0;
  }

  /** @param {number} square @returns {Actor | undefined} */
  #take(square) {
    const actor = this.#actors.get(square);
    this.#actors.delete(square);
    if (this.#held === square) this.#held = -1;
    return actor;
  }

  /** @param {Actor | undefined} actor @param {number} start @param {number} time */
  #fade(actor, start, time) {
    if (!actor || time <= 0) return;
    const to = { ...actor.pose, alpha: 0 };
    actor.tween = { from: actor.pose, to, start, time, carry: 0, travels: false };
    this.#ghosts.push(actor);
  }

  /** @param {string} piece @param {number} square @param {number} start @param {number} time */
  #appear(piece, square, start, time) {
    const to = poseOn(square);
    const from = { ...to, alpha: 0 };
    const tween = time > 0 ? { from, to, start, time, carry: 0, travels: false } : null;
    this.#actors.set(square, { piece, square, pose: tween ? from : to, tween });
  }

  /** @param {Actor} actor @param {number} to @param {{now: number, time: number, carry: number}} how */
  #send(actor, to, { now, time, carry }) {
    actor.square = to;
    const end = poseOn(to);
    actor.tween = null;
    if (time > 0) {
      actor.tween = { from: actor.pose, to: end, start: now, time, carry, travels: true };
    } else {
      actor.pose = end;
    }
    this.#actors.set(to, actor);
  }

  /**
   * Raises the piece of one square and lets any other down.
   *
   * @param {number} square index, or -1 @param {number} now @param {number} time
   */
  raise(square, now, time) {
    for (const actor of this.#actors.values()) {
      const lift = actor.square === square ? 1 : 0;
      if (actor.tween?.travels) actor.tween.to = poseOn(actor.square, lift);
      if (actor.square === this.#held || actor.tween?.travels) continue;
      const aim = actor.tween ? actor.tween.to.lift : actor.pose.lift;
      if (aim === lift) continue;
      const to = poseOn(actor.square, lift);
      const span = time * LIFT_TIME;
      actor.tween = { from: actor.pose, to, start: now, time: span, carry: 0, travels: false };
      if (span <= 0) advance(actor, Infinity);
    }
  }

  /** Puts a held piece under the pointer. @param {number} square @param {{file: number, rank: number}} place */
  hold(square, place) {
    const actor = this.#actors.get(square);
    if (!actor) return;
    this.#held = square;
    actor.tween = null;
    actor.pose = { ...place, lift: 1, alpha: 1 };
  }

  /**
   * Lets the held piece go: on its own square it returns, on another it stays there and whatever
   * stood there is captured. The owner of the board confirms by showing that placement, or takes
   * it back by showing the old one.
   *
   * @param {number} to @param {number} now @param {number} time
   */
  release(to, now, time) {
    const from = this.#held;
    const actor = this.#take(from);
    if (!actor) return;
    const away = Math.hypot(
      actor.pose.file - (to % FILES),
      actor.pose.rank - Math.floor(to / FILES),
    );
    const share = from === to ? RETURN * Math.min(1, 0.5 + away / 4) : SETTLE;
    if (from !== to) this.#fade(this.#take(to), now, time * FADE);
    this.#send(actor, to, { now, time: time * share, carry: 0 });
  }

  /** Moves everything on to an instant. @param {number} now @returns {boolean} still active */
  tick(now) {
    for (const actor of this.#actors.values()) advance(actor, now);
    for (const ghost of this.#ghosts) advance(ghost, now);
    this.#ghosts = this.#ghosts.filter((ghost) => ghost.tween);
    return this.active;
  }

  /** Ends every animation at once. */
  finish() {
    this.tick(Infinity);
  }
}
