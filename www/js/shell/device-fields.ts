// The settings fields for the processor cores and the memory that the engine may use.

import { coresOf, coresThere, memoryOf } from "../engine/resources.ts";
import { el, i18nElement } from "../ui/dom.ts";
import { labelOf } from "../ui/sheet-parts.ts";
import { MAX_CORES, SETTINGS } from "./settings.ts";
import type { Settings } from "./settings.ts";

/** Creates the fields. On a device with a single core, omits the field for cores. */
export function createDeviceFields() {
  const available = Math.min(coresThere(), MAX_CORES);
  const counts = Array.from({ length: available }, (_, index) => index + 1);
  const cores = field("cores", counts, (count) => `${count}`);
  const memory = field("memory", SETTINGS.memory.values, (size) => `${size} MB`);
  return {
    fields: [...(available > 1 ? [cores] : []), memory],
    /** Returns the values in use. A setting without a value gets the default of the device. */
    values: (settings: Settings) => ({
      cores: coresOf(settings, available),
      memory: memoryOf(settings),
    }),
  };
}

export type DeviceFields = ReturnType<typeof createDeviceFields>;

function field(
  name: "cores" | "memory",
  values: readonly number[],
  format: (value: number) => string,
): HTMLDivElement {
  const options = values.map((value) =>
    Object.assign(el("option", "", format(value)), { value: String(value) }),
  );
  const list = Object.assign(el("select", "", ...options), { id: `settings-${name}`, name });
  const hint = Object.assign(i18nElement("p", `settings.${name}.hint`, "hint"), {
    id: `${list.id}-hint`,
  });
  list.setAttribute("aria-describedby", hint.id);
  return el("div", "field", labelOf(`settings.${name}`, list.id), list, hint);
}
