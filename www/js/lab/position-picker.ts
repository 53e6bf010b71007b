// Controls that choose the position to examine: the usual start, any ply of the play page's game, or a typed or pasted
// text.

import { html, render } from "lit-html";
import { createBoard } from "../board/index.ts";
import { type GameRecord, defaultGame } from "../core/game-record.ts";
import { createStore } from "../core/store.ts";
import { describeReadFault } from "../rules/record-words.ts";
import { type Rules, readAny, readRecord } from "../rules/records.ts";
import { afterPress } from "../ui/after-press.ts";
import { byId, el } from "../ui/dom.ts";
import type { Lab } from "./lab-client.ts";
import { piecesOf } from "./lab-position.ts";
import { type On, rangeInput, wordButton } from "./templates.ts";

const SOURCES = ["start", "game", "text"] as const;
const STILL = { fileLabels: false, animationMs: 0 };
const START: Line = { startFen: null, moves: [] };

type Line = Pick<GameRecord, "startFen" | "moves">;

interface State {
  source: (typeof SOURCES)[number];
  /** The game whose positions can be chosen. */
  line: Line;
  fault: string;
}

/** Creates the picker; `storedGame` returns the game of the play page. */
export function createPicker(
  host: HTMLElement,
  lab: Lab,
  rules: Rules,
  storedGame: () => GameRecord | undefined,
) {
  const { i18n, position } = lab;
  const { t } = i18n;
  const state = createStore<State>({ source: "start", line: START, fault: "" });
  const change = (changed: Partial<State>) => state.update((old) => ({ ...old, ...changed }));
  const place = el("div", "picker-board");
  render(template(), host);
  const board = createBoard(place, STILL);
  state.subscribe(update);

  const textField = () => byId("picker-text", HTMLTextAreaElement);

  function choose(source: State["source"]) {
    change({ source, fault: "" });
    if (source === "text") return textField().focus();
    if (source === "start") return setLine(START);
    const game = storedGame();
    if (!game) return change({ fault: t("lab.position.noGame") });
    setLine(game, game.ply);
  }

  /** Sets another game, and goes to one of its plies, by default the last one. */
  function setLine({ startFen, moves }: Line, ply = moves.length) {
    change({ line: { startFen, moves } });
    setPly(ply);
  }

  function setPly(ply: number) {
    const { startFen, moves } = state.get().line;
    try {
      position.set(startFen, moves.slice(0, ply));
    } catch (error) {
      change({ fault: describeReadFault(error, i18n).words });
    }
  }

  async function readText(data: string) {
    change({ fault: "" });
    try {
      const { choices } = await readAny(data, (source) => readRecord(rules, source, defaultGame()));
      setLine({ ...START, ...choices });
      lab.announce(factsText());
    } catch (error) {
      change({ fault: describeReadFault(error, i18n).words });
    }
  }

  function factsText() {
    const now = position.get();
    const side = t(now.turn === "w" ? "side.red" : "side.black");
    return t("lab.position.facts", { side, pieces: piecesOf(now), ply: now.moves.length });
  }

  function template() {
    const { source, line, fault } = state.get();
    const [ply, total] = [position.get().moves.length, line.moves.length];
    const onText = ({ currentTarget }: On<HTMLTextAreaElement>) =>
      // Also reads the text when the field loses the focus, because the person may not press the button.
      afterPress(() => void (currentTarget.value.trim() && readText(currentTarget.value)));
    return html`${place}
      <div class="picker-side">
        <h2 class="lab-subtitle" id="picker-title" data-i18n="lab.position.title"></h2>
        <div class="segments">
          ${SOURCES.map(
            (each) =>
              html`<label>
                <input
                  type="radio"
                  name="source"
                  value=${each}
                  .checked=${each === source}
                  @change=${() => choose(each)}
                />
                <span data-i18n="lab.position.${each}"></span>
              </label>`,
          )}
        </div>
        <div class="picker-paste" ?hidden=${source !== "text"}>
          <label class="field-label" for="picker-text" data-i18n="open.text"></label>
          <textarea
            rows="3"
            spellcheck="false"
            id="picker-text"
            @input=${() => change({ fault: "" })}
            @change=${onText}
          ></textarea>
          ${wordButton("lab.position.take", () => void readText(textField().value))}
        </div>
        <label class="picker-ply" ?hidden=${total === 0}>
          <span>${t("lab.position.ply", { ply, total })}</span>
          ${rangeInput({ value: ply, max: total, onInput: setPly })}
        </label>
        <p class="hint">${factsText()}</p>
        <p class="faults" role="alert">${fault}</p>
      </div>`;
  }

  function update() {
    render(template(), host);
    const { placement, turn, lastMove, check } = position.get();
    const label = t("board.label");
    board.set({ ...lab.look(), ...STILL, placement, turn, lastMove, check, label });
  }

  return {
    /** Updates the picker after a change of language, board look or position. */
    update,
    /** Shows or hides the picker, which some panels do not need. */
    show: (isShown: boolean) => (byId("position").hidden = !isShown),
  };
}
