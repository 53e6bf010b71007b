// The settings fields for board, pieces and motion. Each board and each piece set has a small picture.

import { loadLook, lookOf } from "../board/looks.ts";
import type { Look, LookChoice } from "../board/looks.ts";
import { CORNER, MIDDLE, paintSample } from "../board/sample.ts";
import type { Sample } from "../board/sample.ts";
import { translate } from "../core/i18n.ts";
import type { I18n } from "../core/i18n.ts";
import { el, i18nElement } from "../ui/dom.ts";
import type { Theme } from "./appearance.ts";
import { SETTINGS } from "./settings.ts";
import type { Settings } from "./settings.ts";

interface Picture {
  canvas: HTMLCanvasElement;
  sample: Sample;
  /** Returns the look that the picture shows while `current` is chosen. */
  choice: (current: LookChoice) => LookChoice;
}

type LookName = "board" | "pieces" | "motion";

function option(name: LookName, value: string, ...content: HTMLElement[]) {
  const input = Object.assign(el("input"), { type: "radio", name, value });
  const words = i18nElement("span", `looks.${name}.${value}`);
  return el("label", content.length > 0 ? "look" : "", input, ...content, words);
}

const group = (name: LookName, className: string, options: HTMLElement[]) =>
  el("fieldset", "field", i18nElement("legend", `looks.${name}`), el("div", className, ...options));

/** Creates the fields in `host`, which is inside the form of the settings. */
export function createLookFields(host: HTMLElement, i18n: I18n) {
  const pictures: Picture[] = [];
  const picture = (sample: Sample, choice: Picture["choice"]) => {
    const canvas = el("canvas", "look-picture");
    canvas.setAttribute("aria-hidden", "true");
    pictures.push({ canvas, sample, choice });
    return canvas;
  };
  const boards = SETTINGS.board.values.map((board) =>
    option(
      "board",
      board,
      picture(CORNER, (current) => ({ ...current, board })),
    ),
  );
  const sets = SETTINGS.pieces.values.map((pieces) =>
    option(
      "pieces",
      pieces,
      picture(MIDDLE, (current) => ({ ...current, pieces })),
    ),
  );
  const motions = SETTINGS.motion.values.map((motion) => option("motion", motion));
  const failure = i18nElement("p", "looks.failed", "faults");
  failure.setAttribute("role", "alert");
  failure.hidden = true;
  host.replaceChildren(
    group("pieces", "looks-grid", sets),
    group("board", "looks-row", boards),
    failure,
    group("motion", "segments", motions),
  );
  translate(host, i18n);
  const paint = createPainter(pictures);

  return {
    /** Shows or hides the message that the choice could not be fetched. */
    showFailure(hasFailed: boolean) {
      failure.hidden = !hasFailed;
    },
    update({ board, pieces, motion }: Settings, theme: Theme) {
      for (const [name, value] of Object.entries({ board, pieces, motion }))
        for (const input of host.querySelectorAll<HTMLInputElement>(`input[name=${name}]`))
          input.checked = input.value === value;
      void paint({ board, pieces, theme });
    },
  };
}

export type LookFields = ReturnType<typeof createLookFields>;

/** The time that painting may take in one frame, in milliseconds. */
const BUDGET = 8;

/**
 * Returns a function that paints one picture after the other, for a limited time in each frame. A newer call cancels an
 * older one. Nothing is painted while the sheet is closed.
 */
function createPainter(pictures: Picture[]) {
  let latest = 0;
  return async (current: LookChoice) => {
    const turn = ++latest;
    for (const { canvas, sample, choice } of pictures) {
      const shown = choice(current);
      await loadLook(shown).catch(() => {}); // without a picture, the field still has a name
      const look = lookOf(shown);
      if (!look || isDone(canvas, look)) continue;
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

/** Returns true if a canvas is hidden or shows the look already. */
const isDone = (canvas: HTMLCanvasElement, look: Look): boolean =>
  canvas.clientWidth === 0 || canvas.dataset.look === look.name;
