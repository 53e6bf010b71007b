// Applies the chosen look and motion to a page. A board gets them from `boardLook`; `createLooks` applies them to the
// rest of the page, such as the tokens in its text.

import { loadLook, lookOf } from "../board/looks.ts";
import type { I18n } from "../core/i18n.ts";
import { notationOf } from "../core/languages.ts";
import { byId } from "../ui/dom.ts";
import { setTokenPieces } from "../ui/token.ts";
import type { LookFields } from "./looks-form.ts";
import type { Settings } from "./settings.ts";

type Looks = Pick<Settings, "board" | "pieces" | "motion">;
export type Theme = "light" | "dark";

const systemReducesMotion = matchMedia("(prefers-reduced-motion: reduce)");

const reducesMotion = (motion: Settings["motion"]): boolean =>
  motion === "reduced" || (motion === "system" && systemReducesMotion.matches);

/** Returns the fields of a board that depend on the settings, as in `board.set(boardLook(settings, theme))`. */
export const boardLook = (
  { board, pieces, motion, ...words }: Looks & Pick<Settings, "lang" | "notation">,
  theme: Theme,
) => ({ board, pieces, motion, theme, labels: notationOf(words) });

/** Returns the fields that depend on the settings, for a board that a person plays on. */
export const playLook = ({ settings, theme }: { settings: Settings; theme: Theme }) => ({
  ...boardLook(settings, theme),
  showDests: settings.showDests,
});

/**
 * Sets the faces and colours of the tokens, and whether the page is animated. If the look is not loaded yet, fetches it
 * and then calls `onLoaded`.
 */
function applyLooks({ board, pieces, motion }: Looks, theme: Theme, onLoaded: () => void): void {
  const root = document.documentElement;
  root.dataset.motion = reducesMotion(motion) ? "reduced" : "full";
  const look = lookOf({ board, pieces, theme });
  if (!look) return void loadLook({ board, pieces }).then(onLoaded, () => {});
  setTokenPieces(look.set);
  for (const side of ["red", "black"] as const) {
    root.style.setProperty(`--token-${side}`, look.palette[side].face);
    root.style.setProperty(`--token-${side}-ink`, look.palette[side].ink);
  }
}

/**
 * Creates functions that apply looks to a page and to the fields of looks in the settings sheet. `requestUpdate` must
 * arrange that `update` is called.
 */
export function createLooks(i18n: I18n, requestUpdate: () => void) {
  let fields: LookFields | null = null;
  let current: [Settings, Theme] | null = null;
  /** The choices that are being fetched. The settings sheet already shows them as chosen. */
  let pending: Partial<Settings> = {};
  const fill = () => current && fields?.update({ ...current[0], ...pending }, current[1]);
  const updateAgain = () => {
    current = null;
    requestUpdate();
  };
  systemReducesMotion.addEventListener("change", updateAgain);

  return {
    update(settings: Settings, theme: Theme) {
      if (current?.[0] === settings && current[1] === theme) return;
      current = [settings, theme];
      applyLooks(settings, theme, updateAgain);
      fill();
    },
    /**
     * Adds the fields of looks, with their pictures, to the settings sheet. Hides their host element if they cannot be
     * fetched.
     */
    async show() {
      const host = byId("looks");
      const form = await import("./looks-form.ts").catch(() => null);
      host.hidden = form === null;
      if (!form) return;
      fields ??= form.createLookFields(host, i18n);
      fill();
    },
    /**
     * Fetches a chosen look and returns true. If the look cannot be fetched, shows a message in the settings sheet and
     * returns false.
     */
    async canLoad(settings: Settings, changed: Partial<Settings>): Promise<boolean> {
      pending = { ...pending, ...changed };
      const isLoaded = await loadLook({ ...settings, ...changed }).then(
        () => true,
        () => false,
      );
      for (const key of Object.keys(changed) as (keyof Settings)[])
        if (pending[key] === changed[key]) delete pending[key];
      if (!isLoaded) updateAgain(); // the field shows the current look again
      fields?.showFailure(!isLoaded);
      return isLoaded;
    },
  };
}

export type PageLooks = ReturnType<typeof createLooks>;
