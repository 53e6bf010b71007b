// What `<xiangqi-game>` shows beside its board: names and clocks, the last move, choices, comment, buttons, moves and
// the engine's lines.

import { translate } from "../core/i18n.ts";
import type { I18n } from "../core/i18n.ts";
import type { MessageKey } from "../core/message-keys.ts";
import { formatClock } from "../core/move-clock.ts";
import { describeScore } from "../core/words.ts";
import { sideOf } from "../core/xiangqi.ts";
import type { Notation, Turn } from "../core/xiangqi.ts";
import type { Score } from "../engine/types.ts";
import { describePlayers, isTagFilled } from "../rules/record-words.ts";
import { glyphsOf } from "../study/signs.ts";
import type { StudyData } from "../study/study-data.ts";
import { nodeAt } from "../study/tree.ts";
import { focusNear } from "../board/grid.ts";
import { button, el, langOfMoves, lineIcon, setText } from "../ui/dom.ts";
import { bindWheel } from "../ui/wheel-steps.ts";
import { STYLES } from "./game-styles.ts";
import { writeMoves } from "./move-list.ts";

export type Step = "first" | "back" | "forward" | "last";

const STEPS: readonly { step: Step; key: string; icon: string; label: MessageKey }[] = [
  { step: "first", key: "Home", icon: "M6 5v14M18 5l-8 7 8 7", label: "share.embed.first" },
  { step: "back", key: "ArrowLeft", icon: "m15.5 5-8 7 8 7", label: "share.embed.back" },
  { step: "forward", key: "ArrowRight", icon: "m8.5 5 8 7-8 7", label: "share.embed.forward" },
  { step: "last", key: "End", icon: "M18 5v14M6 5l8 7-8 7", label: "share.embed.last" },
];

export interface Shown {
  study: StudyData;
  /** The node on the board. */
  node: number;
  /** The nodes of the line that the buttons step through, and the number of them before the position. */
  path: readonly number[];
  ply: number;
  /** The notation of each node's move. */
  texts: readonly string[];
  notation: Notation;
  turn: Turn;
  isBlackFirst: boolean;
  /** True if a person has to find the moves. */
  isSolving: boolean;
  hasMoves: boolean;
  /** Why a game that was played on is over; "" while it is not. */
  ending: string;
  message: { words: string; isRefusal: boolean } | null;
  isShown: (node: number) => boolean;
  /** Null without a button for the engine. */
  engine: { isOn: boolean } | null;
}

interface ShownLines {
  /** Null while the engine is off. */
  lines: { score: Score; moves: string[] }[] | null;
  isSearching: boolean;
  turn: Turn;
  notation: Notation;
}

interface PanelCommands {
  step: (step: Step) => void;
  goTo: (node: number) => void;
  toggleEngine: () => void;
}

/** Makes an element of the shadow root with an id, which is also the name of its part. */
function part<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, id: string, ...children: Node[]) {
  const element = el(tag, id, ...children);
  element.id = id;
  element.part.add(id);
  return element;
}

export class GamePanel {
  static readonly styles = STYLES;

  #names = part("p", "names");
  #clocks = part("p", "clocks");
  #status = part("p", "status");
  #choices = part("div", "choices");
  #note = part("p", "note");
  #more = part("div", "more", this.#choices, this.#note);
  #moves = part("div", "moves");
  #lines = part("ol", "lines");
  #engine;
  #bar;
  #stage;
  #steps = new Map<Step, HTMLButtonElement>();
  #commands;

  constructor(root: ShadowRoot, host: HTMLElement, commands: PanelCommands) {
    this.#commands = commands;
    for (const { step, icon, label } of STEPS) {
      const element = button("tool", () => commands.step(step), lineIcon(icon));
      element.id = step;
      element.part.add("button");
      element.dataset.i18nLabel = label;
      this.#steps.set(step, element);
    }
    this.#engine = button("tool is-text", commands.toggleEngine);
    this.#engine.id = "engine";
    this.#engine.part.add("button");
    this.#engine.dataset.i18n = "elements.engine" satisfies MessageKey;
    const slot = el("slot");
    slot.name = "actions";
    this.#bar = part("div", "bar", ...this.#steps.values(), this.#engine, slot);
    this.#status.role = "status";
    this.#choices.role = this.#moves.role = "group";
    this.#choices.dataset.i18nLabel = "share.embed.choices" satisfies MessageKey;
    this.#moves.dataset.i18nLabel = "elements.moves" satisfies MessageKey;
    this.#lines.dataset.i18nLabel = "elements.lines" satisfies MessageKey;
    this.#names.lang = this.#note.lang = ""; // the language of a record is unknown
    // A press on the board moves the focus here, so that the keys and the wheel then step through this game.
    this.#stage = el("div", "stage");
    this.#stage.tabIndex = -1;
    const others = [this.#status, this.#more, this.#bar, this.#moves, this.#lines];
    this.#stage.append(this.#names, this.#clocks, host, ...others);
    root.prepend(this.#stage);
    for (const element of [this.#names, this.#clocks, this.#more, this.#moves, this.#lines])
      element.hidden = true;
  }

  /** Binds keys and the wheel, until the signal. The wheel is the page's until the game has the focus. */
  listen(signal: AbortSignal): void {
    this.#stage.addEventListener(
      "keydown",
      (event) => {
        // What a page has put into the slot keeps its keys.
        const isOwn = (event.target as Node).getRootNode() === this.#stage.getRootNode();
        if (isOwn) this.onKey(event);
      },
      { signal },
    );
    const { step } = this.#commands;
    const isActive = () => this.#stage.contains(focusNear(this.#stage));
    bindWheel(this.#stage.querySelector<HTMLElement>(".host")!, {
      back: () => step("back"),
      on: () => step("forward"),
      isActive,
      signal,
    });
  }

  onKey(event: KeyboardEvent): void {
    const found = STEPS.find(({ key }) => key === event.key);
    if (!found || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#commands.step(found.step);
  }

  translate(i18n: I18n): void {
    translate(this.#stage, i18n);
    this.#status.lang = i18n.htmlLang;
  }

  show(shown: Shown, i18n: I18n): void {
    this.#showNames(shown, i18n);
    this.#showClocks(shown, i18n);
    this.#showStep(shown, i18n);
    this.#showNotes(shown, i18n);
    this.#showButtons(shown, i18n);
    this.#showMoves(shown, i18n);
  }

  #showNames({ study: { tags } }: Shown, i18n: I18n): void {
    const title = isTagFilled(tags.Title) ? tags.Title : "";
    const parts = [title, describePlayers(tags, i18n)].filter(Boolean);
    if (parts.length === 0 && isTagFilled(tags.Event)) parts.push(tags.Event);
    setText(this.#names, parts.join(" · "));
    this.#names.title = this.#names.textContent ?? "";
    this.#names.hidden = parts.length === 0;
  }

  /** Shows the clock of each side after its last move. */
  #showClocks({ study: { nodes }, path, ply, isBlackFirst }: Shown, { t }: I18n): void {
    const clockOf = (isRed: boolean) => {
      const played = path.slice(0, ply).map((node) => nodeAt(nodes, node));
      return played.findLast(
        (node) => ((node.ply % 2 === 1) !== isBlackFirst) === isRed && node.clock !== null,
      )?.clock;
    };
    const has = nodes.some(({ clock }) => clock !== null);
    this.#clocks.hidden = !has;
    if (!has) return;
    const texts = [true, false].map((isRed) => {
      const clock = clockOf(isRed) ?? null;
      return `${t(isRed ? "side.red" : "side.black")} ${clock === null ? "–" : formatClock(clock)}`;
    });
    setText(this.#clocks, texts.join(" · "));
  }

  /** Shows the last move and its number. Without moves, shows the side to move. */
  #showStep(shown: Shown, i18n: I18n): void {
    const { study, node, path, ply, texts, notation, turn, isSolving, ending, message } = shown;
    const { t } = i18n;
    this.#status.classList.toggle("is-refusal", message?.isRefusal ?? false);
    if (message) {
      // Screen readers announce an equal sentence again only after another text.
      if (message.isRefusal && this.#status.textContent === message.words)
        this.#status.textContent = "";
      this.#status.lang = i18n.htmlLang;
      return setText(this.#status, message.words);
    }
    const plies = path.length;
    const toMove = t(`picture.toMove.${sideOf(turn)}`);
    const task =
      isSolving && plies > 0 ? `${toMove}. ${t("elements.try")}` : t("share.embed.start");
    const signs = glyphsOf(nodeAt(study.nodes, node).signs);
    const text = ply === 0 ? (plies === 0 ? toMove : task) : i18n.move(texts[node] ?? "");
    const count = plies === 0 ? "" : t("share.embed.ply", { ply, plies });
    this.#status.lang = ply === 0 ? i18n.htmlLang : langOfMoves(notation, i18n);
    setText(this.#status, [`${text} ${signs}`.trim(), count, ending].filter(Boolean).join("  "));
  }

  /** Shows the comment on the last move, and the next moves, if there are several to choose from. */
  #showNotes({ study, node, texts, notation, isSolving }: Shown, i18n: I18n): void {
    const { comment, children } = nodeAt(study.nodes, node);
    const hasNotes = study.nodes.some((each) => each.comment !== "" || each.children.length > 1);
    this.#more.hidden = !hasNotes;
    setText(this.#note, comment);
    this.#note.hidden = comment === "";
    const hadFocus = this.#choices.contains(focusNear(this.#choices));
    this.#choices.hidden = children.length < 2 || isSolving;
    this.#choices.lang = langOfMoves(notation, i18n);
    const shown = this.#choices.hidden ? [] : children;
    this.#choices.replaceChildren(
      ...shown.map((child) => {
        const signs = glyphsOf(nodeAt(study.nodes, child).signs);
        const text = `${i18n.move(texts[child] ?? "")} ${signs}`.trim();
        return button("choice", () => this.#commands.goTo(child), text);
      }),
    );
    // The button that had the focus is gone.
    if (hadFocus) (this.#choices.querySelector("button") ?? this.#steps.get("forward"))?.focus();
  }

  #showButtons({ path, ply, isSolving, isShown, engine }: Shown, { t }: I18n): void {
    const isHidden = isSolving && !isShown(path[ply] ?? 0);
    const forward = this.#steps.get("forward")!;
    forward.ariaLabel = forward.title = t(isHidden ? "elements.reveal" : "share.embed.forward");
    for (const [step, element] of this.#steps) {
      const isBack = step === "first" || step === "back";
      const isOff = isBack ? ply === 0 : ply === path.length;
      // A button that the keyboard is on keeps the focus at the end of the line.
      element.ariaDisabled = `${isOff}`;
      element.disabled = isOff && focusNear(element) !== element;
      element.hidden = path.length === 0 || (isSolving && step === "last");
    }
    this.#engine.hidden = engine === null;
    this.#engine.ariaPressed = `${engine?.isOn ?? false}`;
  }

  #showMoves(
    { study, node, texts, notation, isBlackFirst, hasMoves, isShown }: Shown,
    i18n: I18n,
  ): void {
    this.#moves.hidden = !hasMoves || study.nodes.length < 2;
    if (this.#moves.hidden) return;
    this.#moves.lang = langOfMoves(notation, i18n);
    const hadFocus = this.#moves.contains(focusNear(this.#moves));
    const choose = this.#commands.goTo;
    const options = { tree: study.nodes, texts, at: node, isBlackFirst, isShown, choose };
    this.#moves.replaceChildren(...writeMoves(options, i18n));
    const current = this.#moves.querySelector<HTMLElement>("[aria-current]");
    if (hadFocus) current?.focus({ preventScroll: true });
    // Scrolls only the list, never the page.
    if (current) this.#moves.scrollTop = current.offsetTop - this.#moves.clientHeight / 2;
  }

  /** Shows the engine's lines, or hides their list. */
  showLines({ lines, isSearching, turn, notation }: ShownLines, i18n: I18n): void {
    this.#lines.hidden = lines === null;
    if (!lines) return;
    const items = lines.map(({ score, moves }) => {
      const line = el("span", "line", moves.map((move) => i18n.move(move)).join(" "));
      line.lang = langOfMoves(notation, i18n);
      return el("li", "", el("span", "score", describeScore(score, turn, i18n)), line);
    });
    const waiting = isSearching ? [el("li", "", i18n.t("engine.thinking"))] : [];
    this.#lines.replaceChildren(...(items.length > 0 ? items : waiting));
  }
}
