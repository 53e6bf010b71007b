// What came of both searches: the answer, the counts beside each other, the route in letters, and a walk along it.

import { el, i18nElement, setText, toClipboard } from "../../ui/dom.ts";
import { isCalm, pictureButton, showPlay, wordButton } from "./route-widgets.ts";
import { Player } from "./player.ts";
import { crossedTwice, stepsWithoutLimit, stopsOf } from "./route-walk.ts";
import { noneWords, placeWords, sparedWords } from "./route-words.ts";

/** @typedef {import("./route-grid.ts").RouteGrid} RouteGrid */
/** @typedef {import("./two-searches.ts").Side} Side */
/** @typedef {import("./route-walk.ts").Stop} Stop */

/** Steps of a walk in a second, for a short one; a long one takes about this many seconds. */
const PACE = { rate: 2.5, seconds: 30 };
/** Crossings that are named one by one. */
const NAMED = 3;

/**
 * @typedef {object} ResultHandlers
 * @property {import("../../core/i18n.ts").I18n} i18n
 * @property {(at: number|null) => void} onWalk  steps from the start; null: nobody walks
 */

/** @param {HTMLElement} host @param {HTMLElement} walkHost below the picture @param {ResultHandlers} handlers */
export function createResult(host, walkHost, { i18n, onWalk }) {
  const { t } = i18n;
  const answer = el("p", "route-answer");
  const why = el("p", "route-reason");
  const spared = el("p", "route-spared");
  const table = createTable(t);
  const letters = el("code", "route-letters");
  letters.tabIndex = 0;
  letters.translate = false;
  letters.setAttribute("role", "textbox");
  letters.setAttribute("aria-readonly", "true");
  letters.dataset.i18nLabel = "lab.route.letters";
  const copied = el("span", "hint");
  copied.setAttribute("role", "status");
  const copy = wordButton("button button-small", "lab.route.letters.copy", async () => {
    const done = await toClipboard(letters.textContent ?? "");
    if (!done) getSelection()?.selectAllChildren(letters);
    setText(copied, t(done ? "export.copied" : "export.copyFailed"));
  });
  const walk = createWalk(t, onWalk);
  const way = el(
    "div",
    "route-way",
    el(
      "div",
      "route-row-of",
      i18nElement("span", "lab.route.letters", "field-label"),
      copy,
      copied,
    ),
    letters,
  );
  host.append(
    i18nElement("h3", "lab.route.result", "route-title"),
    answer,
    why,
    table.element,
    spared,
    way,
  );
  walkHost.append(walk.element);
  walkHost.hidden = true;
  /** @type {{ grid: RouteGrid, sides: readonly Side[] }|null} */
  let now = null;

  /** @param {RouteGrid} grid @param {readonly Side[]} sides */
  function write(grid, [guided, uniform]) {
    const route = routeOf(guided);
    setText(answer, answerWords(guided, t));
    setText(
      why,
      route === null ? noneWords(grid, stepsWithoutLimit(grid), t) : wayWords(grid, route, t),
    );
    setText(spared, sparedWords(guided.trace.count, uniform.trace.count, t));
    table.update([guided, uniform]);
    way.hidden = route === null;
    setText(letters, route ?? "");
  }

  return {
    /** What both have found; null: nothing yet. @param {RouteGrid} grid @param {readonly Side[]|null} sides */
    show(grid, sides) {
      if (sides && now?.sides === sides) return;
      host.hidden = sides === null;
      now = sides && { grid, sides };
      setText(copied, "");
      const route = sides && routeOf(sides[0]);
      walkHost.hidden = route === null;
      walk.load(grid, route);
      if (sides) write(grid, sides);
    },
    /** The words have changed. */
    update() {
      if (now) write(now.grid, now.sides);
      walk.update();
    },
    /** All of it in a few sentences. */
    words: () => [answer, why, spared].map(({ textContent }) => textContent).join(" "),
    /** It is out of sight. */
    rest: () => walk.rest(),
  };
}

/** @param {Side} side */
const routeOf = ({ outcome }) => (outcome.state === "found" ? outcome.route : null);

/** @param {Side} side @param {import("./route-words.ts").Say} t */
const answerWords = ({ outcome }, t) =>
  outcome.state === "found" ? t("lab.route.found", { steps: outcome.steps }) : t("lab.route.none");

/** Which cells a route comes to twice. @param {RouteGrid} grid @param {string} route @param {import("./route-words.ts").Say} t */
function wayWords(grid, route, t) {
  const stops = stopsOf(grid, route);
  const twice = crossedTwice(stops);
  const fills = stops.filter(({ filled }) => filled).length;
  const places = twice.slice(0, NAMED).map((cell) => placeWords(grid, cell, t));
  if (twice.length > NAMED) places.push(t("lab.route.place.more", { count: twice.length - NAMED }));
  const filled = t(fills > 0 ? "lab.route.fills" : "lab.route.fills.none", { count: fills });
  if (twice.length === 0) return filled;
  const crossed = t("lab.route.twice", { places: places.join(t("lab.route.place.and")) });
  return t("lab.route.way", { fills: filled, twice: crossed });
}

/** The counts, and what they look like. @param {import("./route-words.ts").Say} t */
function createTable(t) {
  const body = el("tbody");
  const heads = ["method", "estimate", "expanded", "steps"].map((name) => {
    const head = i18nElement("th", `lab.route.table.${name}`);
    head.scope = "col";
    return head;
  });
  const caption = i18nElement("caption", "lab.route.table", "unseen");
  const table = el("table", "route-table", caption, el("thead", "", el("tr", "", ...heads)), body);
  return {
    element: table,
    /** @param {readonly Side[]} sides */
    update(sides) {
      const most = Math.max(1, ...sides.map(({ trace }) => trace.count));
      body.replaceChildren(...sides.map((side) => rowOf(side, most, t)));
    },
  };
}

/** @param {Side} side @param {number} most @param {import("./route-words.ts").Say} t */
function rowOf({ heuristic, trace, outcome }, most, t) {
  const head = el("th", "", t(`lab.route.method.${heuristic}`));
  head.scope = "row";
  const bar = el("span", "route-bar");
  bar.style.inlineSize = `${(100 * trace.count) / most}%`;
  const count = el(
    "td",
    "route-count-cell",
    el("span", "", String(trace.count)),
    el("span", "route-bar-room", bar),
  );
  const steps = outcome.state === "found" ? String(outcome.steps) : "-1";
  return el(
    "tr",
    "",
    head,
    el("td", "", t(`lab.route.estimate.${heuristic}`)),
    count,
    el("td", "", steps),
  );
}

/** Somebody goes along the route, and the stamina falls and is filled up. @param {import("./route-words.ts").Say} t @param {ResultHandlers["onWalk"]} onWalk */
function createWalk(t, onWalk) {
  const player = new Player(() => show(), isCalm);
  /** @type {{ grid: RouteGrid, stops: Stop[] }|null} */
  let walk = null;
  let isOut = false;
  const label = el("span");
  const play = el("button", "button button-small route-icon-words");
  play.type = "button";
  play.addEventListener("click", () => (player.isPlaying ? player.pause() : begin()));
  const back = pictureButton("back", "lab.route.walk.back", () => take(-1));
  const on = pictureButton("on", "lab.route.walk.on", () => take(1));
  const fill = el("span", "route-stamina-fill");
  const bar = el("span", "route-stamina", fill);
  bar.setAttribute("role", "meter");
  bar.dataset.i18nLabel = "lab.route.size.stamina";
  bar.setAttribute("aria-valuemin", "0");
  const words = el("p", "route-walk-words");
  const element = el(
    "div",
    "route-walk",
    el("div", "route-row-of", back, play, on),
    el("div", "route-stamina-row", bar, words),
  );

  function begin() {
    isOut = true;
    player.play();
  }

  /** @param {number} count */
  function take(count) {
    isOut = true;
    player.step(count);
  }

  function show() {
    if (!walk) return;
    const { grid, stops } = walk;
    const step = Math.floor(player.at);
    const stop = stops[step];
    showPlay(
      play,
      label,
      player.isPlaying,
      t(player.isPlaying ? "lab.route.pause" : "lab.route.walk"),
    );
    back.disabled = step === 0;
    on.disabled = player.isOver;
    const params = { step, steps: stops.length - 1, stamina: stop.stamina, full: grid.stamina };
    setText(words, t(stop.filled ? "lab.route.walk.filled" : "lab.route.walk.at", params));
    const share = grid.stamina === 0 ? 0 : stop.stamina / grid.stamina;
    fill.style.inlineSize = `${100 * share}%`;
    bar.classList.toggle("is-filled", stop.filled);
    bar.classList.toggle("is-low", share <= 0.25);
    bar.setAttribute("aria-valuemax", String(grid.stamina));
    bar.setAttribute("aria-valuenow", String(stop.stamina));
    onWalk(isOut ? player.at : null);
  }

  return {
    element,
    /** @param {RouteGrid} grid @param {string|null} route */
    load(grid, route) {
      walk = route === null ? null : { grid, stops: stopsOf(grid, route) };
      isOut = false;
      player.load(walk ? walk.stops.length - 1 : 0);
      player.rate = Math.max(PACE.rate, player.length / PACE.seconds);
      if (walk) show();
      else onWalk(null);
    },
    update: show,
    rest: () => player.pause(),
  };
}
