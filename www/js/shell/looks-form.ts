// The fields of the settings that choose a board, pieces and motion, each with a small picture of what it would be.

import { BOARDS, MOTIONS, SETS, loadLook, lookOf } from "../board/looks.js";
import { CORNER, MIDDLE, paintSample } from "../board/sample.js";
import { translate } from "../core/i18n.ts";
import { el } from "../ui/dom.ts";

/** @typedef {import("../core/settings.ts").Settings} Settings */
/** @typedef {import("../board/looks.js").Choice} Choice */
/** @typedef {{canvas: HTMLCanvasElement, sample: import("../board/sample.js").Sample, choice: (now: Choice) => Choice}} Picture */

/**
 * @param {string} name of the setting @param {string} value @param {HTMLElement[]} content
 */
function option(name, value, ...content) {
  const input = el("input");
  input.type = "radio";
  input.name = name;
  input.value = value;
  const words = el("span");
  words.dataset.i18n = `looks.${name}.${value}`;
  const label = el("label", content.length > 0 ? "look" : "");
  label.append(input, ...content, words);
  return label;
}

/** @param {string} name @param {string} kind of the group @param {HTMLElement[]} options */
function group(name, kind, options) {
  const field = el("fieldset", "field");
  const legend = el("legend");
  legend.dataset.i18n = `looks.${name}`;
  field.append(legend, el("div", kind, ...options));
  return field;
}

/**
 * @param {HTMLElement} host inside the form of the settings @param {import("../core/i18n.ts").I18n} i18n
 */
export function createLookFields(host, i18n) {
  /** @type {Picture[]} */
  const pictures = [];
  const picture = (/** @type {Omit<Picture, "canvas">} */ of) => {
    const canvas = el("canvas", "look-picture");
    canvas.setAttribute("aria-hidden", "true");
    pictures.push({ canvas, ...of });
    return canvas;
  };
  const boards = BOARDS.map((board) =>
    option("board", board, picture({ sample: CORNER, choice: (now) => ({ ...now, board }) })),
  );
  const sets = SETS.map((pieces) =>
    option("pieces", pieces, picture({ sample: MIDDLE, choice: (now) => ({ ...now, pieces }) })),
  );
  const motions = MOTIONS.map((motion) => option("motion", motion));
  const failed = el("p", "faults");
  failed.dataset.i18n = "looks.failed";
  failed.setAttribute("role", "alert");
  failed.hidden = true;
  host.replaceChildren(
    group("pieces", "looks-grid", sets),
    group("board", "looks-row", boards),
    failed,
    group("motion", "segments", motions),
  );
  translate(host, i18n);
  const painter = createPainter(pictures);

  return {
    /** Says that what was chosen could not be fetched, or no longer. @param {boolean} fault */
    tell(fault) {
      failed.hidden = !fault;
    },
    /** @param {Settings} settings @param {"light"|"dark"} theme */
    update({ board, pieces, motion }, theme) {
      const chosen = { board, pieces, motion };
      for (const [name, value] of Object.entries(chosen))
        for (const input of host.querySelectorAll(`input[name=${name}]`))
          /** @type {HTMLInputElement} */ (input).checked =
            /** @type {HTMLInputElement} */ (input).value === value;
      void painter({ board, pieces, theme });
    },
  };
}

/** Time in milliseconds that painting may take of one frame. */
const BUDGET = 8;

/**
 * Paints one picture after the other, a little in each frame; a newer call ends an older one, and nothing is
 * painted in a closed sheet.
 * @param {Picture[]} pictures
 */
function createPainter(pictures) {
  let latest = 0;
  return async (/** @type {Choice} */ now) => {
    const turn = ++latest;
    for (const { canvas, sample, choice } of pictures) {
      const wanted = choice(now);
      await loadLook(wanted).catch(() => {}); // without a picture, its name still stands there
      const look = lookOf(wanted);
      if (!look || isPainted(canvas, look)) continue;
      let end = performance.now() + BUDGET;
      for (const _ of paintSample(canvas, look, sample)) {
        if (performance.now() < end) continue;
        await new Promise((resolve) => requestAnimationFrame(resolve));
        if (turn !== latest || canvas.clientWidth === 0) return;
        end = performance.now() + BUDGET;
      }
    }
  };
}

/** It shows this look already, or is not to be seen. @param {HTMLCanvasElement} canvas @param {import("../board/looks.js").Look} look */
const isPainted = (canvas, look) => canvas.clientWidth === 0 || canvas.dataset.look === look.name;
