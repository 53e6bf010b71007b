// The sheet in which an ending is chosen: those to win, those to hold.

import { button, byId, el, icon } from "../ui/dom.ts";
import { sheet } from "../ui/dialogs.ts";
import { ENDINGS } from "./endings.ts";

/** @typedef {import("./endings.ts").Ending} Ending */

/**
 * @param {import("../core/i18n.ts").I18n} i18n
 * @param {object} page
 * @param {(ending: Ending) => void} page.open
 * @param {(ending: Ending) => import("./puzzle-progress.ts").Outcome|undefined} page.outcomeOf
 */
export function createEndingsList(i18n, { open, outcomeOf }) {
  const dialog = sheet("endings-dialog");
  /** @type {Ending|null} */
  let current = null;

  /** @param {Ending} ending */
  function row(ending) {
    const outcome = outcomeOf(ending);
    const name = button(
      "ending-row",
      () => {
        dialog.close();
        open(ending);
      },
      el("span", "", i18n.t(`ending.${ending.id}.name`)),
      el("span", "ending-state", outcome ? i18n.t(`choose.state.${outcome}`) : ""),
    );
    if (outcome === "solved") name.append(icon("done"));
    if (ending === current) name.setAttribute("aria-current", "true");
    return el("li", "", name);
  }

  function render() {
    for (const goal of ["win", "draw"]) {
      const rows = ENDINGS.filter((ending) => ending.goal === goal).map(row);
      byId(`endings-${goal}`).replaceChildren(...rows);
    }
  }

  return {
    /** @param {Ending|null} now */
    show(now) {
      current = now;
      render();
      dialog.showModal();
    },
    /** The language has changed. */
    retell: () => dialog.open && render(),
  };
}
