// How a page is dressed in what the settings say: boards and pieces, the tokens in its text, motion.
// A board takes `board`, `pieces`, `motion` and `theme` for itself; this is for everything around it.

import { loadLook, lookOf } from "../board/looks.js";
import { notationOf } from "../core/languages.ts";
import { byId } from "../ui/dom.ts";
import { setTokenPieces } from "../ui/token.ts";

/** @typedef {import("../core/settings.ts").Settings} Settings */
/** @typedef {Pick<Settings, "board"|"pieces"|"motion">} Chosen */
/** @typedef {"light"|"dark"} Theme */

const systemCalm = matchMedia("(prefers-reduced-motion: reduce)");

/** Is nothing to move on its own? @param {Settings["motion"]} motion */
const isCalm = (motion) => motion === "reduced" || (motion === "system" && systemCalm.matches);

/**
 * What a board is told of its looks: `board.set(boardLook(settings, theme))`.
 * @param {Chosen & Pick<Settings, "lang"|"notation">} chosen @param {Theme} theme
 */
export const boardLook = ({ board, pieces, motion, ...words }, theme) => ({
  board,
  pieces,
  motion,
  theme,
  labels: notationOf(words),
});

/** Likewise a board that is played on. @param {{ settings: Settings, theme: Theme }} chosen */
export const playLook = ({ settings, theme }) => ({
  ...boardLook(settings, theme),
  showDests: settings.showDests,
});

/**
 * Dresses the page: the tokens' faces and colours, and how much may move. What has to be fetched first is
 * put on when it is there.
 * @param {Chosen} chosen @param {Theme} theme @param {() => void} [again]  called when there is more to put on
 */
export function dressPage({ board, pieces, motion }, theme, again) {
  const root = document.documentElement;
  root.dataset.motion = isCalm(motion) ? "reduced" : "full";
  const look = lookOf({ board, pieces, theme });
  if (!look) {
    const retry = again ?? (() => dressPage({ board, pieces, motion }, theme));
    return void loadLook({ board, pieces }).then(retry, () => {});
  }
  setTokenPieces(look.set);
  for (const side of /** @type {const} */ (["red", "black"])) {
    root.style.setProperty(`--token-${side}`, look.palette[side].face);
    root.style.setProperty(`--token-${side}-ink`, look.palette[side].ink);
  }
}

/**
 * The looks of the page that has the settings: dresses it, and shows what there is to choose from.
 * @param {import("../core/i18n.ts").I18n} i18n
 * @param {() => void} again  asks for `update`
 */
export function createLooks(i18n, again) {
  /** @type {ReturnType<typeof import("./looks-form.ts").createLookFields>|null} */
  let fields = null;
  /** @type {[Settings, Theme]|null} */
  let now = null;
  /** @type {Partial<Settings>} What was chosen and is being fetched: the sheet goes on showing it. */
  let wanted = {};
  const fill = () => now && fields?.update({ ...now[0], ...wanted }, now[1]);
  systemCalm.addEventListener("change", () => {
    now = null;
    again();
  });

  return {
    /** @param {Settings} settings @param {Theme} theme */
    update(settings, theme) {
      if (now?.[0] === settings && now[1] === theme) return;
      now = [settings, theme];
      dressPage(settings, theme, () => {
        now = null;
        again();
      });
      fill();
    },
    /** Puts the fields with their pictures into the sheet; leaves no gap there when they cannot be fetched. */
    async show() {
      const host = byId("looks");
      const parts = await import("./looks-form.ts").catch(() => null);
      host.hidden = parts === null;
      if (!parts) return;
      fields ??= parts.createLookFields(host, i18n);
      fill();
    },
    /**
     * Fetches what is chosen; false when it cannot be had, which the sheet then says.
     * @param {Settings} settings @param {Partial<Settings>} changed
     */
    async canLoad(settings, changed) {
      wanted = { ...wanted, ...changed };
      const fault = await loadLook({ ...settings, ...changed }).then(
        () => false,
        () => true,
      );
      for (const key of /** @type {(keyof Settings)[]} */ (Object.keys(changed)))
        if (wanted[key] === changed[key]) delete wanted[key];
      if (fault) {
        now = null; // the field shows again what is worn
        again();
      }
      fields?.tell(fault);
      return !fault;
    },
  };
}
