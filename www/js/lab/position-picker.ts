// Choosing the position that the laboratory looks at: the usual beginning, the game on the board, or any text. Of a
// game, any of its positions.

import { createBoard } from "../board/index.ts";
import { afterPress } from "../ui/after-press.ts";
import { button, byId, el, setText } from "../ui/dom.ts";
import { describeReadFault } from "../rules/record-words.ts";
import { readAny, readRecord } from "../rules/records.ts";
import { defaultGame } from "../core/game-record.ts";
import { piecesOf } from "./lab-position.ts";

/** @typedef {"start"|"game"|"text"} Source */
/** @typedef {{ startFen: string|null, moves: string[] }} Line */

const SOURCES = /** @type {const} */ (["start", "game", "text"]);
const STILL = { fileLabels: false, animationMs: 0 };

/** Radio buttons. @param {(source: Source) => void} choose */
function createSources(choose) {
  const inputs = SOURCES.map((source) =>
    Object.assign(el("input"), { type: "radio", name: "source", value: source }),
  );
  const labels = SOURCES.map((source, index) => {
    const words = el("span");
    words.dataset.i18n = `lab.position.${source}`;
    return el("label", "", /** @type {HTMLInputElement} */ (inputs[index]), words);
  });
  for (const input of inputs)
    input.addEventListener("change", () => choose(/** @type {Source} */ (input.value)));
  return {
    element: el("div", "segments", ...labels),
    /** @param {Source} source */
    show: (source) => inputs.forEach((input) => (input.checked = input.value === source)),
  };
}

/** How far a game is played. @param {(ply: number) => void} choose */
function createSlider(choose) {
  const range = Object.assign(el("input", "lab-range"), { type: "range", min: "0" });
  const words = el("span");
  range.addEventListener("input", () => choose(range.valueAsNumber));
  return {
    element: el("label", "picker-ply", words, range),
    words,
    /** @param {number} ply @param {number} total */
    show(ply, total) {
      range.max = String(total);
      range.value = String(ply);
    },
  };
}

/**
 * @param {HTMLElement} host
 * @param {import("./lab-client.ts").Lab} lab
 * @param {import("../rules/records.ts").Rules} rules
 * @param {() => import("../core/game-record.ts").GameRecord|undefined} game  the one on the board of the play page
 */
export function createPicker(host, lab, rules, game) {
  const { i18n, position } = lab;
  /** @type {Line} */
  let line = { startFen: null, moves: [] };
  const sources = createSources(choose);
  const slider = createSlider(stand);
  const text = Object.assign(el("textarea"), { rows: 3, spellcheck: false, id: "picker-text" });
  const label = Object.assign(el("label", "field-label"), { htmlFor: "picker-text" });
  const take = button("button button-small", () => takeText(text.value));
  const paste = el("div", "picker-paste", label, text, take);
  const facts = el("p", "hint");
  const fault = Object.assign(el("p", "faults"), { role: "alert" });
  const place = el("div", "picker-board");
  const title = Object.assign(el("h2", "lab-subtitle"), { id: "picker-title" });
  title.dataset.i18n = "lab.position.title";
  label.dataset.i18n = "open.text";
  take.dataset.i18n = "lab.position.take";
  paste.hidden = true;
  host.append(
    place,
    el("div", "picker-side", title, sources.element, paste, slider.element, facts, fault),
  );
  const board = createBoard(place, STILL);
  text.addEventListener("input", () => fault.replaceChildren());
  // Whoever goes on without pressing the button means it all the same.
  text.addEventListener("change", () =>
    afterPress(() => void (text.value.trim() && takeText(text.value))),
  );

  /** @param {Source} source */
  function choose(source) {
    fault.replaceChildren();
    sources.show(source);
    paste.hidden = source !== "text";
    if (source === "text") return text.focus();
    if (source === "start") return lead({ startFen: null, moves: [] });
    const stored = game();
    if (!stored) return setText(fault, i18n.t("lab.position.noGame"));
    lead(stored, stored.ply);
  }

  /** Another game, at one of its positions, the last one unless told. @param {Line} next */
  function lead({ startFen, moves }, ply = moves.length) {
    line = { startFen, moves };
    stand(ply);
  }

  /** @param {number} ply */
  function stand(ply) {
    try {
      position.set(line.startFen, line.moves.slice(0, ply));
    } catch (error) {
      setText(fault, describeReadFault(error, i18n).words);
    }
    update();
  }

  /** @param {string} data */
  async function takeText(data) {
    fault.replaceChildren();
    try {
      const { choices } = await readAny(data, (source) => readRecord(rules, source, defaultGame()));
      const { startFen = null, moves = [] } = choices;
      lead({ startFen, moves });
      lab.announce(facts.textContent ?? "");
    } catch (error) {
      setText(fault, describeReadFault(error, i18n).words);
    }
  }

  function update() {
    const now = position.get();
    const { t } = i18n;
    const [ply, total] = [now.moves.length, line.moves.length];
    slider.element.hidden = total === 0;
    slider.show(ply, total);
    setText(slider.words, t("lab.position.ply", { ply, total }));
    const side = t(now.turn === "w" ? "side.red" : "side.black");
    setText(facts, t("lab.position.facts", { side, pieces: piecesOf(now), ply }));
    const { placement, turn, lastMove, check } = now;
    board.set({
      ...lab.look(),
      ...STILL,
      placement,
      turn,
      lastMove,
      check,
      label: t("board.label"),
    });
  }

  sources.show("start");
  return {
    /** Words, looks or position have changed. */
    update,
    /** Not every part of the page is about a position. @param {boolean} isShown */
    show: (isShown) => (byId("position").hidden = !isShown),
  };
}
