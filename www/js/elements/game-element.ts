// `<xiangqi-game>`: a record of any format to step through. The engine is loaded only when it is asked for.

import type { BoardConfig, BoardState } from "../board/index.ts";
import { describeReason } from "../core/reason.ts";
import { describeRefusal } from "../core/words.ts";
import { barePosition, pieceAt, sideOf } from "../core/xiangqi.ts";
import type { Notation, Side } from "../core/xiangqi.ts";
import { pause } from "../engine/pace.ts";
import { rulesetOf, withGame } from "../rules/records.ts";
import type { RulesGame } from "../rules/rules.ts";
import { textsOf } from "../study/move-texts.ts";
import { overlayAt } from "../study/overlay.ts";
import type { StudyData } from "../study/study-data.ts";
import * as T from "../study/tree.ts";
import type { PositionView, Game } from "../../pkg/chuhe.js";
import { BoardHost } from "./board-host.ts";
import { oneOf } from "./element-base.ts";
import type { AttributeReader } from "./element-base.ts";
import { GameEngine, inWords, requestOf } from "./game-engine.ts";
import type { EngineLine, SearchRequest } from "./game-engine.ts";
import { GamePanel } from "./game-panel.ts";
import type { Step } from "./game-panel.ts";
import type { PositionChange, XiangqiGameEventMap } from "./game-types.ts";
import {
  emptyStudy,
  fetchBytes,
  loadRulesOnce,
  observeContent,
  nodeOfPly,
  readAsStudy,
  readPly,
  textInside,
} from "./record-source.ts";

export type * from "./game-types.ts";

const ATTRIBUTES = ["src", "ply", "play-on", "engine", "hide-answer", "moves"];
/** The time before the record's reply to a move that a person has found, in milliseconds. */
const REPLY_MS = 300;

/** docs/NPM.md describes the attributes, properties and events. */
export class XiangqiGameElement extends BoardHost<XiangqiGameEventMap> {
  static observedAttributes = [...BoardHost.lookAttributes, ...ATTRIBUTES];

  #Game: typeof Game | null = null;
  #study: StudyData | null = null;
  /** The node on the board. */
  #node = 0;
  #view: Pick<PositionView, "placement" | "turn" | "dests" | "lastMove" | "check" | "verdict"> =
    barePosition();
  /** The side that moves first, whose moves a person finds if the answer is hidden. */
  #firstSide: Side = "red";
  /** The notation of each node's move, in `#textsIn`. */
  #texts: string[] = [];
  #textsIn: Notation | null = null;
  /** The farthest nodes that a person has found or seen, if the answer is hidden. */
  #seen = new Set([0]);
  #record: string | Uint8Array | null = null;
  /** The study that a page of Chuhe has set; undefined for none. */
  #givenStudy: StudyData | null | undefined;
  #ply = 0;
  #engineKind: "lines" | "reply" | null = null;
  #engine: GameEngine | null = null;
  #lines: EngineLine[] = [];
  #isEngineOn = false;
  /** A sentence in place of the move: a refusal, or that the record cannot be shown. */
  #message: { words: () => string; isRefusal: boolean } | null = null;
  /** The text inside the element when it was read last. */
  #text = "";
  /** True if the record on the board is not the one that is set. */
  #isStale = true;
  /** Incremented when a record is loaded, so that an earlier one that arrives later is dropped. */
  #loads = 0;
  #settle = () => {};
  #ready = new Promise<void>((resolve) => (this.#settle = resolve));
  #panel;
  #readers: Record<string, AttributeReader> = {
    src: () => this.#load(),
    "play-on": () => void (this.#study || this.#load()),
    ply: (text) => this.#setPly(readPly(text)),
    engine: oneOf(["lines", "reply"], (kind) => {
      this.#engineKind = kind;
      this.#isEngineOn &&= kind === "lines";
      this.#engine?.stop();
    }),
  };

  constructor() {
    super(GamePanel.styles);
    this.#panel = new GamePanel(this.root, this.host, {
      step: (step) => this.step(step),
      goTo: (node) => this.#goTo(node),
      toggleEngine: () => this.#toggleEngine(),
    });
  }

  // ---- attributes and properties

  /** The address of a record in any format. */
  get src(): string {
    return this.getAttribute("src") ?? "";
  }
  set src(url: string | null) {
    this.reflect("src", url);
  }
  /** The record: a text, or the bytes of a file. Before `src` and the content of the element. */
  get record(): string | Uint8Array | null {
    return this.#record;
  }
  set record(record: string | Uint8Array | null) {
    this.#record = record;
    this.#givenStudy = undefined;
    this.#load();
  }
  /** The number of the main line's moves before the first position that is shown. */
  get ply(): number {
    return this.#ply;
  }
  set ply(ply: number) {
    this.reflect("ply", ply);
  }
  /** Whether a person may play moves from every position. The record does not change. */
  get playOn(): boolean {
    return this.hasAttribute("play-on");
  }
  set playOn(isAllowed: boolean) {
    this.reflect("play-on", isAllowed);
  }
  /** Whether the moves are hidden until a person finds them, or asks for the next. */
  get hideAnswer(): boolean {
    return this.hasAttribute("hide-answer");
  }
  set hideAnswer(isHidden: boolean) {
    this.reflect("hide-answer", isHidden);
  }
  /** "lines": a button shows the engine's lines; "reply": the engine replies to moves that are played on. */
  get engine(): "lines" | "reply" | null {
    return this.#engineKind;
  }
  set engine(kind: "lines" | "reply" | null) {
    this.reflect("engine", kind);
  }
  /** Whether the moves are listed below the board. */
  get moves(): boolean {
    return this.hasAttribute("moves");
  }
  set moves(isListed: boolean) {
    this.reflect("moves", isListed);
  }
  /** The record as a tree, which the pages of Chuhe have. */
  get study(): StudyData | null {
    return this.#study;
  }
  set study(study: StudyData | null) {
    this.#givenStudy = study;
    this.#load();
  }
  /** Resolves when the first record is on the board, or was refused. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** Steps through the moves. */
  step(step: Step): void {
    if (!this.#study) return;
    const { path, ply } = this.#line();
    const last = this.hideAnswer
      ? path.findLastIndex((node) => this.#seen.has(node)) + 1
      : path.length;
    const target = { first: 0, back: ply - 1, forward: ply + 1, last }[step];
    const clamped = Math.min(Math.max(target, 0), path.length);
    const node = path[clamped - 1] ?? 0;
    if (node !== this.#node || this.#message) this.#goTo(node);
  }

  /** Handles a key as if the game had the focus: Home, End and the arrows step. */
  onKey(event: KeyboardEvent): void {
    if (!event.defaultPrevented) this.#panel.onKey(event);
  }

  /** Shows a sentence in place of the move, until the next step. */
  showNotice(words: string): void {
    this.#showMessage(() => words);
  }

  // ---- life

  protected override readerOf(name: string): AttributeReader | undefined {
    return this.#readers[name] ?? super.readerOf(name);
  }

  protected override start(signal: AbortSignal): void {
    super.start(signal);
    this.#panel.listen(signal);
    const onContent = () => {
      if (this.#givenStudy === undefined && textInside(this) !== this.#text) this.#load();
    };
    observeContent(this, onContent, signal);
    if (this.#isStale || (this.#givenStudy === undefined && textInside(this) !== this.#text))
      this.#load();
  }

  protected override stop(): void {
    super.stop();
    this.#engine?.dispose();
    this.#engine = null;
    this.#isEngineOn = false;
  }

  protected override useWords(): void {
    this.#panel.translate(this.i18n);
    super.useWords();
  }

  protected override get sideBelow(): Side {
    return this.hideAnswer ? this.#firstSide : "red";
  }

  protected override boardState(): Partial<BoardState> {
    const { placement, turn, lastMove, check, dests } = this.#view;
    const { shapes, signs, move } = this.#nodeAt();
    const mayPlay = this.#mayPlay();
    return {
      placement,
      turn,
      lastMove,
      check,
      movable: mayPlay ? (this.hideAnswer ? this.#firstSide : "both") : null,
      dests: mayPlay ? dests : new Map(),
      overlay: overlayAt(shapes, signs, move?.slice(2)),
    };
  }

  protected override boardEvents(): Partial<BoardConfig> {
    return {
      onMove: (from, to) => void this.#play(from + to),
      onRefused: (from, to) => this.#refuse(from, to),
    };
  }

  protected override update(): void {
    super.update();
    this.#showPanel();
  }

  #showPanel(): void {
    if (!this.i18n.ready) return;
    this.#writeTexts();
    const study = this.#study ?? emptyStudy();
    const { path, ply } = this.#line();
    this.#panel.show(
      {
        study,
        node: this.#node,
        path,
        ply,
        texts: this.#texts,
        notation: this.notation,
        turn: this.#view.turn,
        isBlackFirst: this.#firstSide === "black",
        isSolving: this.hideAnswer,
        hasMoves: this.moves,
        ending: this.#ending(),
        message: this.#message && {
          words: this.#message.words(),
          isRefusal: this.#message.isRefusal,
        },
        isShown: (node) => !this.hideAnswer || this.#seen.has(node),
        engine: this.#engineKind === "lines" && this.#study ? { isOn: this.#isEngineOn } : null,
      },
      this.i18n,
    );
    this.#showLines();
  }

  /** Shows the engine's lines. Everything else stays as it is: a person may be pressing or reading it. */
  #showLines(): void {
    if (!this.i18n.ready) return;
    const { turn, verdict } = this.#view;
    const { notation } = this;
    const isOn = this.#isEngineOn && this.#study !== null;
    const write = (game: RulesGame) => inWords(this.#lines, game, notation);
    const lines = isOn ? withGame(this.#gameAt(this.#node), write) : null;
    const isSearching = verdict.result === "ongoing";
    this.#panel.showLines({ lines, isSearching, turn, notation }, this.i18n);
  }

  // ---- the record

  #setPly(ply: number): void {
    this.#ply = ply;
    if (this.#study) this.#goTo(nodeOfPly(this.#study, this.#ply));
  }

  /** Loads the record that the attributes name. */
  #load(): void {
    // Off the page nothing is loaded: `start` does it.
    this.#isStale = !this.connection;
    if (this.#isStale) return;
    const { src } = this;
    const given = this.#givenStudy;
    if (given !== undefined) return void this.#open(async () => given);
    this.#text = textInside(this);
    // Without a record and without play there is nothing that the rules are needed for.
    if (this.#record === null && !src && this.#text === "" && !this.playOn) return this.#clear();
    void this.#open(async () => {
      const data = this.#record ?? (src ? await fetchBytes(src) : this.#text);
      return data.length === 0 ? emptyStudy() : readAsStudy(data);
    });
  }

  async #open(load: () => Promise<StudyData | null>): Promise<void> {
    const turn = ++this.#loads;
    try {
      const study = await load();
      if (!study) throw new Error("there is no record");
      const { Game } = await loadRulesOnce();
      if (turn !== this.#loads) return;
      // Both refuse a record with an illegal start or move.
      this.#firstSide = withGame(new Game(study.startFen), (game) => sideOf(game.view().turn));
      this.#texts = textsOf(Game, study, (this.#textsIn = this.notation));
      this.#Game = Game;
      this.#study = study;
      this.#seen = new Set([0]);
      this.#goTo(study.at || nodeOfPly(study, this.#ply));
      this.send("recordload", { tags: study.tags, plies: T.mainFrom(study.nodes).length });
    } catch (error) {
      if (turn === this.#loads) this.#fail(error);
    }
    if (turn === this.#loads) this.#settle();
  }

  #showMessage(words: () => string, isRefusal = false): void {
    this.#message = { words, isRefusal };
    this.update();
  }

  /** Shows no record. */
  #clear(): void {
    this.#loads++;
    [this.#study, this.#node, this.#message] = [null, 0, null];
    this.#view = barePosition();
    this.#engine?.stop();
    this.update();
  }

  #fail(error: unknown): void {
    console.warn(error);
    this.#showMessage(() => this.i18n.t("elements.broken"));
    this.send("recorderror", error);
  }

  /** Returns a game with the moves before and of a node; the caller has to free it. */
  #gameAt(node: number): RulesGame {
    const { nodes, startFen, tags } = this.#study ?? emptyStudy();
    const { moves, ply } = T.lineThrough(nodes, node);
    // Records are loaded after the rules.
    return new this.#Game!(startFen, moves.slice(0, ply), rulesetOf(tags));
  }

  /** Returns the nodes of the line through the node on the board, and the number of moves before it. */
  #line(): { path: number[]; ply: number } {
    return T.lineThrough(this.#nodes, this.#node);
  }

  #nodeAt(): T.StudyNode {
    return T.nodeAt(this.#nodes, this.#node);
  }

  get #nodes(): T.Tree {
    return (this.#study ?? emptyStudy()).nodes;
  }

  #goTo(node: number, isPlayed = false): void {
    try {
      withGame(this.#gameAt(node), (game) => {
        this.#view = game.view();
        this.#node = node;
        this.#message = null;
        this.#lines = [];
        for (const each of T.pathTo(this.#study!.nodes, node)) this.#seen.add(each);
        this.update();
        this.send("positionchange", this.#change(game, isPlayed));
      });
      if (this.#isEngineOn) this.#searchLines();
    } catch (error) {
      this.#fail(error);
    }
  }

  #change(game: RulesGame, isPlayed: boolean): PositionChange {
    const { startFen, nodes } = this.#study ?? emptyStudy();
    const { moves: line, ply } = T.lineThrough(nodes, this.#node);
    const places = { ply, plies: line.length, startFen };
    return { ...places, fen: game.fen(), moves: game.moves(), line, isPlayed };
  }

  /** Writes the moves in the notation that is shown. */
  #writeTexts(): void {
    if (!this.#Game || !this.#study || this.#textsIn === this.notation) return;
    this.#texts = textsOf(this.#Game, this.#study, this.notation);
    this.#textsIn = this.notation;
  }

  /** Says why a game that was played on is over. */
  #ending(): string {
    const { verdict } = this.#view;
    const isOver = this.#mayPlay() && verdict.result !== "ongoing";
    return isOver ? describeReason(verdict, this.i18n) : "";
  }

  // ---- a person's moves

  #mayPlay(): boolean {
    if (this.hideAnswer) return this.#nodeAt().children.length > 0;
    return this.#study !== null && this.playOn;
  }

  async #play(move: string): Promise<void> {
    if (this.hideAnswer) {
      const node = T.childOf(this.#nodes, this.#node, move);
      if (node !== undefined) return this.#acceptAnswer(node);
      return this.#showMessage(() => this.i18n.t("puzzle.wrong"), true);
    }
    this.#add(move, true);
    if (this.#engineKind === "reply") await this.#reply();
  }

  /** Plays a move that need not be in the record. */
  #add(move: string, isPlayed: boolean): void {
    const study = this.#study ?? emptyStudy();
    const existing = T.childOf(study.nodes, this.#node, move);
    if (existing === undefined) {
      this.#study = { ...study, nodes: T.withChild(study.nodes, this.#node, move) };
      this.#textsIn = null;
    }
    this.#goTo(existing ?? study.nodes.length, isPlayed);
  }

  /** Shows a move that a person has found, and the record's reply. */
  async #acceptAnswer(node: number): Promise<void> {
    this.#goTo(node, true);
    await this.settled();
    await pause(REPLY_MS).over;
    const [reply] = this.#nodeAt().children;
    if (this.#node === node && reply !== undefined && this.connection) this.#goTo(reply);
  }

  #refuse(from: string, to: string): void {
    const find = (game: RulesGame) => game.refusal(from + to);
    const reason = this.#mayPlay() && withGame(this.#gameAt(this.#node), find);
    if (!reason) return;
    const piece = pieceAt(this.#view.placement, from);
    this.#showMessage(() => describeRefusal({ reason, piece }, this.i18n), true);
  }

  // ---- the engine

  #request(): SearchRequest {
    return withGame(this.#gameAt(this.#node), requestOf);
  }

  async #reply(): Promise<void> {
    if (this.#view.verdict.result !== "ongoing") return;
    const [node, load] = [this.#node, this.#loads];
    try {
      const move = await (this.#engine ??= new GameEngine()).reply(this.#request());
      if (move !== null && node === this.#node && load === this.#loads) this.#add(move, false);
    } catch (error) {
      this.#engineFailed(error);
    }
  }

  #toggleEngine(): void {
    this.#isEngineOn = !this.#isEngineOn;
    if (this.#isEngineOn) this.#searchLines();
    else this.#engine?.stop();
    this.update();
  }

  #searchLines(): void {
    if (this.#view.verdict.result !== "ongoing") return this.#engine?.stop();
    const show = (lines: EngineLine[]) => {
      this.#lines = lines;
      this.#showLines();
    };
    const engine = (this.#engine ??= new GameEngine());
    engine.lines(this.#request(), show).catch((error: unknown) => this.#engineFailed(error));
  }

  #engineFailed(error: unknown): void {
    if ((error as Error).name === "AbortError") return;
    console.warn(error);
    this.#isEngineOn = false;
    // The next press loads it again.
    this.#engine?.dispose();
    this.#engine = null;
    this.#showMessage(() => this.i18n.t("engine.failed.short"));
  }
}
