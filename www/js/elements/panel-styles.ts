/** The styles of sentences and buttons below a board. Colours are those of the text around the element. */
export const PANEL_STYLES = `
p, ol {
  flex: none;
  margin: 0;
  padding: 0;
}
.status {
  min-height: 1.5em;
  white-space: pre-wrap;
  text-align: center;
}
.bar {
  display: flex;
  flex: none;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 4px;
}
button {
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  cursor: pointer;
  touch-action: manipulation;
}
button:focus-visible {
  outline: 2px solid var(--xiangqi-accent, var(--cinnabar, currentcolor));
  outline-offset: 2px;
}
.tool {
  display: grid;
  place-items: center;
  min-width: 2.75em;
  height: 2.75em;
  padding: 0;
  border-radius: 50%;
}
.tool.is-text {
  height: 2.25em;
  padding: 0 0.75em;
  border-radius: 8px;
  box-shadow: inset 0 0 0 1px;
}
.tool[aria-pressed="true"] { background: rgb(128 128 128 / 28%); }
.tool[aria-disabled="true"] { opacity: 0.35; cursor: default; }
.tool:hover:not([aria-disabled="true"]) { background: rgb(128 128 128 / 18%); }
`;
