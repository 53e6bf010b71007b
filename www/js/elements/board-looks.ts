import type { Scheme } from "./board-values.ts";

/** Returns "dark" if the element's `color-scheme` is dark, as form controls see it. */
export function schemeOf(element: Element): Scheme {
  const { colorScheme } = getComputedStyle(element);
  if (!colorScheme.includes("dark")) return "light";
  const isLight = colorScheme.includes("light");
  return !isLight || matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export const STYLES = `
:host {
  display: flex;
  flex-direction: column;
  position: relative;
}
.host {
  position: relative;
  flex: 1 1 auto;
  min-height: 0;
  width: 100%;
}
table {
  flex: none;
  border-collapse: collapse;
  font-size: 0.75em;
}
th, td {
  padding: 0.1em 0.3em;
  border: 1px solid;
  text-align: center;
}`;
