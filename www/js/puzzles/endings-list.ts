// The sheet in which an ending is chosen from two lists: endings to win and endings to hold.

import { html, nothing, render } from "lit-html";
import type { I18n } from "../core/i18n.ts";
import { sheet } from "../ui/dialogs.ts";
import { byId } from "../ui/dom.ts";
import { ENDINGS } from "./endings.ts";
import type { Ending } from "./endings.ts";
import { iconTemplate } from "../ui/icon-template.ts";
import type { Model } from "./puzzles-model.ts";

export function createEndingsList({ t }: I18n, model: Model, open: (ending: Ending) => void) {
  const dialog = sheet("endings-dialog");

  function choose(ending: Ending) {
    dialog.close();
    open(ending);
  }

  function row(ending: Ending) {
    const outcome = model.outcomeOf(`e:${ending.id}`);
    return html`<li>
      <button
        type="button"
        class="ending-row"
        aria-current=${ending === model.get().loaded?.endings.ending ? "true" : nothing}
        @click=${() => choose(ending)}
      >
        <span>${t(`ending.${ending.id}.name`)}</span>
        <span class="ending-state">${outcome ? t(`choose.state.${outcome}`) : ""}</span>
        ${outcome === "solved" ? iconTemplate("done") : nothing}
      </button>
    </li>`;
  }

  function draw() {
    for (const goal of ["win", "draw"])
      render(ENDINGS.filter((ending) => ending.goal === goal).map(row), byId(`endings-${goal}`));
  }

  return {
    show() {
      draw();
      dialog.showModal();
    },
    /** Updates an open sheet after a change of the language. */
    update: () => dialog.open && draw(),
  };
}
