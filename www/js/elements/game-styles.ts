import { PANEL_STYLES } from "./panel-styles.ts";

/** The styles of `<xiangqi-game>`. */
export const STYLES = `
${PANEL_STYLES}
:host {
  container-type: inline-size;
  line-height: 1.5;
}
.stage {
  display: flex;
  flex: 1 1 auto;
  flex-direction: column;
  align-items: center;
  gap: var(--xiangqi-gap, 4px);
  min-height: 0;
  width: 100%;
  outline: none;
}
.names {
  overflow: hidden;
  max-width: 100%;
  font-weight: 600;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.clocks { font-variant-numeric: tabular-nums; }
.status.is-refusal { font-size: 0.875em; line-height: 1.25; }
.more {
  flex: none;
  width: 100%;
  min-height: 4.75em;
  max-height: var(--xiangqi-comment-height, 9em);
  overflow: hidden auto;
  text-align: center;
}
.note { overflow-wrap: anywhere; white-space: pre-line; }
.choices {
  display: flex;
  flex: none;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 4px;
  margin-bottom: 4px;
}
.choice {
  min-height: 2.25em;
  padding: 0.125em 0.625em;
  border: 1px solid;
  border-radius: 8px;
}
.icon {
  width: 1.375em;
  height: 1.375em;
  fill: none;
  stroke: currentcolor;
  stroke-width: 1.6;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.moves {
  flex: none;
  position: relative;
  width: 100%;
  max-height: var(--xiangqi-moves-height, 8em);
  overflow: hidden auto;
}
.move { padding: 0.1em 0.25em; border-radius: 4px; }
.move[aria-current] { background: rgb(128 128 128 / 28%); }
.number { padding-left: 0.4em; opacity: 0.75; }
.variation { font-size: 0.9em; }
.lines { width: 100%; list-style: none; font-size: 0.9em; }
.score { margin-right: 0.6em; font-weight: 600; }
@container (max-width: 25rem) {
  .is-refusal ~ .bar slot { display: none; }
}
`;
