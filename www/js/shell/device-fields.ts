// What of the device the engine may use, in the sheet of settings.

import { MEMORY_SIZES, MAX_CORES } from "../core/settings.ts";
import { coresOf, coresThere, memoryOf } from "../engine/resources.js";
import { el, i18nElement } from "../ui/dom.ts";
import { labelOf } from "../ui/sheet-parts.ts";

/** @typedef {import("../core/settings.ts").Settings} Settings */

/** Where one core alone can be used, there is nothing to choose of them. */
export function createDeviceFields() {
  const there = Math.min(coresThere(), MAX_CORES);
  const counts = Array.from({ length: there }, (_, index) => index + 1);
  const cores = select("cores", counts, (count) => `${count}`);
  const memory = select("memory", MEMORY_SIZES, (size) => `${size} MB`);
  return {
    fields: [...(there > 1 ? [fieldOf("cores", cores)] : []), fieldOf("memory", memory)],
    /** @param {Settings} settings */
    fill(settings) {
      cores.value = String(coresOf(settings, there));
      memory.value = String(memoryOf(settings));
    },
  };
}

/** @param {string} name @param {HTMLElement} list */
function fieldOf(name, list) {
  const hint = Object.assign(i18nElement("p", `settings.${name}.hint`, "hint"), {
    id: `${list.id}-hint`,
  });
  list.setAttribute("aria-describedby", hint.id);
  return el("div", "field", labelOf(`settings.${name}`, list.id), list, hint);
}

/** @param {string} name @param {readonly number[]} values @param {(value: number) => string} say */
function select(name, values, say) {
  const options = values.map((value) =>
    Object.assign(el("option", "", say(value)), { value: String(value) }),
  );
  return Object.assign(el("select", "", ...options), { id: `settings-${name}`, name });
}
