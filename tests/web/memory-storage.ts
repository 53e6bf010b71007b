/** A store of the browser in memory. */
import { fake } from "./fake.ts";

/** Creates a store with its `items`. */
export function memoryStorage() {
  const items = new Map<string, string>();
  const area = fake<Storage>({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, text) => void items.set(key, text),
  });
  return Object.assign(area, { items });
}
