// The solve panel: solves an ending backwards from mate, shows its layers on the board and in a chart, and looks
// positions up.

import { html, nothing, render } from "lit-html";
import type { EndingReport } from "../../../pkg-lab/lab.js";
import { createStore } from "../../core/store.ts";
import { type Turn, movedPlacement, otherSide, pieceAt, sideOf } from "../../core/xiangqi.ts";
import { describeSquare } from "../../shell/grid-words.ts";
import { byId, pageUrl, toClipboard } from "../../ui/dom.ts";
import { describeFailure, formatCount, formatTime } from "../compare/compare-words.ts";
import type { SolveProgress } from "../ending-solver.ts";
import type { Lab, Panel } from "../lab-client.ts";
import { readPosition } from "../lab-position.ts";
import { Player, isCalm } from "../player.ts";
import { selectList } from "../templates.ts";
import { type TreePosition, afterMove, textOf } from "../tree/tree-position.ts";
import {
  type Ending,
  FIRST,
  endingOf,
  endingOfName,
  fenInLink,
  linkOf,
  nameOfEnding,
  positionOfFen,
  turned,
} from "./solve-endings.ts";
import { createLayerChart, decidedBy } from "./layer-chart.ts";
import { playControls } from "./play-controls.ts";
import { positionCard } from "./position-card.ts";
import { SHADES } from "./heat-map.ts";
import { createSolveBoard, piecesOf } from "./solve-board.ts";
import { solveSetup } from "./solve-setup.ts";
import { describeEnding, describeLayer, describeReport, describeValue } from "./solve-words.ts";
import { type Spot, checkOf, lastMoveOf, placesOf, positionAt } from "./spot.ts";

/** The playing time of all layers that the speed aims at, in seconds, and the lowest speed, in layers per second. */
const LAYERS_SECONDS = 12;
const LEAST_RATE = 1.5;
/** The speed of the walk along a line, in plies per second. */
const LINE_RATE = 1.25;
/** The values of `piece` for the map of all positions, and for no map. */
const ALL = "all";
const NO_MAP = "none";

interface State {
  /** The chosen ending. */
  ending: Ending;
  /** The progress of the solver; null if it does not run. */
  progress: SolveProgress | null;
  outcome: string;
  fault: string;
  /** The counts of the ending that was solved last. */
  report: EndingReport | null;
  spot: Spot | null;
  /** The square of the piece whose map is shown, or `ALL` or `NO_MAP`. */
  piece: string;
  notice: string;
}

const IDLE: State = {
  ending: FIRST,
  progress: null,
  outcome: "",
  fault: "",
  report: null,
  spot: null,
  piece: ALL,
  notice: "",
};

export function createSolveLab(host: HTMLElement, lab: Lab): Panel {
  const { i18n, endings } = lab;
  const { t } = i18n;
  const state = createStore<State>(IDLE);
  const change = (changed: Partial<State>) => state.update((old) => ({ ...old, ...changed }));
  const chart = createLayerChart(i18n);
  const board = createSolveBoard(lab, {
    onPlace: (from, to) => void place(from, to),
    onRefused: () => refuse(t("lab.solve.impossible")),
    onSelect: (piece) => {
      if (state.get().piece !== NO_MAP) change({ piece });
    },
  });
  const layerPlayer = new Player(() => onPlayer(layerPlayer), isCalm);
  const linePlayer = new Player(() => onPlayer(linePlayer), isCalm);
  linePlayer.rate = LINE_RATE;
  /** The position and state of each player that were shown last. */
  const shown = new Map<Player, string>();
  let running = new AbortController();
  /** The number of requests for positions; the answer to a superseded one is dropped. */
  let looks = 0;
  let isShown = false;

  /** Shows the state of a player if it has reached another whole position, or has started or stopped. */
  function onPlayer(player: Player) {
    if (host.hidden && player.isPlaying) return player.pause();
    const now = `${Math.floor(player.at)} ${player.isPlaying}`;
    if (shown.get(player) === now) return;
    shown.set(player, now);
    draw();
    if (player === linePlayer) void followLine();
  }

  /** Gives a player another length, and goes to a position. */
  function load(player: Player, length: number, at: number) {
    player.load(length);
    shown.delete(player);
    player.go(at);
  }

  // ---- solving

  /** Solves an ending and shows a position of it, by default one of the longest win. */
  async function solve(ending: Ending, position?: TreePosition) {
    running.abort();
    const { signal } = (running = new AbortController());
    layerPlayer.pause();
    linePlayer.pause();
    const name = nameOfEnding(ending);
    const onProgress = (progress: SolveProgress) => change({ progress });
    change({ ending, progress: { ending: name, layers: [], share: 0 }, outcome: "", fault: "" });
    const start = performance.now();
    try {
      const report = await endings.solve(name, { signal, onProgress });
      signal.throwIfAborted();
      await showReport(report, formatTime(performance.now() - start, i18n), position);
    } catch (error) {
      if (signal.aborted) return;
      change({ fault: describeFailure(error, i18n) ?? "" });
    } finally {
      if (!signal.aborted) change({ progress: null });
    }
  }

  async function showReport(report: EndingReport, time: string, position?: TreePosition) {
    const { strong, weak, layers } = report;
    const count = [strong, weak].reduce((sum, { won, drawn, lost }) => sum + won + drawn + lost, 0);
    const outcome = t("lab.solve.done", { positions: formatCount(count, i18n), time });
    change({ report, outcome });
    layerPlayer.rate = Math.max(LEAST_RATE, layers.length / LAYERS_SECONDS);
    load(layerPlayer, layers.length, layers.length);
    const words = [outcome, describeReport(report, i18n)];
    const openSample = () => open(positionOfFen(report.sample), words);
    if (!position) return openSample();
    await open(position, words).catch(async () => {
      await openSample();
      change({ fault: t("lab.solve.badLink") });
    });
  }

  /** Stops the solver. The choice goes back to the ending that is shown. */
  function cancel() {
    running.abort();
    const { report } = state.get();
    const ending = (report && endingOfName(report.ending)) ?? FIRST;
    byId("solve-attacker").focus({ preventScroll: true }); // the pressed button disappears
    change({ progress: null, ending, outcome: t("lab.solve.cancelled") });
    lab.announce(t("lab.solve.cancelled"));
  }

  // ---- positions

  /** Looks a position up; returns null if a later request has superseded this one. */
  async function look(position: TreePosition) {
    const id = ++looks;
    const looked = await endings.look(textOf(position));
    return id === looks ? looked : null;
  }

  /** Shows a position that begins a new line, and announces its value after `words`. */
  async function open(start: TreePosition, words: string[] = [], piece?: string) {
    const looked = await look(start);
    if (!looked) return;
    const spot = { start, line: looked.line, ply: 0, position: start, looked };
    showSpot(spot, piece);
    announce(spot, words);
  }

  function showSpot(spot: Spot, piece = mapPieceOf(spot)) {
    change({ spot, piece, notice: "", fault: "" });
    load(linePlayer, spot.line.length, spot.ply);
    writeAddress();
  }

  function announce({ looked, position }: Spot, words: string[] = []) {
    lab.announce([...words, describeValue(looked.value, position.turn, i18n)].join(" "));
  }

  /** Returns the square of the piece whose map was shown, after a change of the position. */
  function mapPieceOf(spot: Spot) {
    const { piece, spot: before } = state.get();
    if (piece === NO_MAP || piece === ALL) return piece;
    const letter = before && pieceAt(before.position.placement, piece);
    const isThere = (square: string) => pieceAt(spot.position.placement, square) === letter;
    const [from, to] = lastMoveOf(spot) ?? [];
    if (to && from === piece && isThere(to)) return to;
    if (letter && isThere(piece)) return piece;
    const pieces = piecesOf(spot.position.placement);
    return pieces.find(isThere) ?? pieces[0] ?? NO_MAP;
  }

  /** Shows the position that the player of the line has reached. */
  async function followLine() {
    const { spot } = state.get();
    const ply = Math.floor(linePlayer.at);
    if (!spot || spot.ply === ply) return;
    const position = positionAt(spot, ply);
    const looked = await look(position).catch(onLookFault);
    if (!looked) return;
    const next = { ...spot, ply, position, looked };
    change({ spot: next, piece: mapPieceOf(next), notice: "", fault: "" });
    if (linePlayer.isPlaying) return;
    writeAddress();
    announce(next);
  }

  async function place(from: string, to: string) {
    const { spot } = state.get();
    if (!spot) return;
    const { placement, turn } = spot.position;
    const piece = state.get().piece === NO_MAP ? NO_MAP : to;
    await open({ placement: movedPlacement(placement, from, to), turn }, [], piece).catch(
      onLookFault,
    );
  }

  async function setTurn(turn: Turn) {
    const { spot } = state.get();
    if (!spot) return;
    const { placement } = spot.position;
    await open({ placement, turn }).catch(() => {
      const side = t(`side.${otherSide(sideOf(turn))}`);
      refuse(t("lab.solve.turn.impossible", { side }));
    });
  }

  async function play(move: string) {
    const { spot } = state.get();
    if (!spot) return;
    const position = afterMove(spot.position, move);
    const looked = await look(position).catch(onLookFault);
    if (!looked) return;
    const line = [...spot.line.slice(0, spot.ply), move, ...looked.line];
    const next = { ...spot, line, ply: spot.ply + 1, position, looked };
    showSpot(next);
    announce(next);
  }

  /** Shows why nothing has changed; the board goes back to the position. */
  function refuse(notice: string) {
    change({ notice: "" }); // a status is read again only after a change
    change({ notice });
  }

  function onLookFault(error: unknown) {
    change({ fault: describeFailure(error, i18n) ?? "" });
    return null;
  }

  // ---- addresses

  function writeAddress() {
    const { spot } = state.get();
    if (!spot || host.hidden || !endingOf(spot.position.placement)) return;
    history.replaceState(history.state, "", linkOf(spot.position));
  }

  /** Opens the position of the address; returns false if it has none. */
  function openAddress() {
    const fen = fenInLink(location.hash);
    const { spot } = state.get();
    if (fen === null || (spot && linkOf(spot.position) === location.hash)) return false;
    const position = readLink(fen);
    const ending = position && endingOf(position.placement);
    if (!ending) {
      change({ fault: t("lab.solve.badLink") });
      return false;
    }
    void solve(ending, position);
    return true;
  }

  /** Reads the position of a link. If Black has the attacker, returns the turned position. */
  function readLink(fen: string) {
    try {
      const { placement, turn } = readPosition(lab.Game, fen, []);
      return endingOf(placement) ? { placement, turn } : turned({ placement, turn });
    } catch {
      return null;
    }
  }

  async function copyLink() {
    const { spot } = state.get();
    if (!spot) return;
    const isCopied = await toClipboard(pageUrl("lab.html", linkOf(spot.position)));
    refuse(t(isCopied ? "lab.solve.copied" : "lab.solve.copyFailed"));
  }

  // ---- drawing

  function draw() {
    const now = state.get();
    const { report, spot, progress } = now;
    host.setAttribute("aria-busy", String(progress !== null));
    if (spot && report) showBoard(spot, report);
    if (report) chart.show({ layers: report.layers, layer: Math.floor(layerPlayer.at) });
    render(
      html`${solveSetup({
          i18n,
          ending: now.ending,
          choose: (ending) => void solve(ending),
          state: stateTemplate(now),
        })}
        <div class="solve-stage" ?hidden=${!spot || !report}>
          <div class="solve-aside">
            ${board.element} ${report ? layersTemplate(report) : nothing}
          </div>
          <div class="solve-side">
            ${spot && report ? cardOf(spot, report) : nothing}
            <section class="lab-card" ?hidden=${report?.longest === null}>${chart.element}</section>
          </div>
        </div>`,
      host,
    );
  }

  const cardOf = (spot: Spot, report: EndingReport) =>
    positionCard({
      lab,
      spot,
      player: linePlayer,
      notice: state.get().notice,
      hasLongest: report.longest !== null,
      setTurn: (turn) => void setTurn(turn),
      play: (move) => void play(move),
      showLongest: () => void open(positionOfFen(report.sample)).catch(onLookFault),
      copyLink: () => void copyLink(),
    });

  function stateTemplate({ ending, progress, outcome, fault, report }: State) {
    const isSolved = report?.ending === nameOfEnding(ending);
    const decided = progress?.layers.reduce((sum, layer) => sum + decidedBy(layer), 0) ?? 0;
    const solving = progress && endingOfName(progress.ending);
    const text =
      progress &&
      t("lab.solve.running", {
        ending: solving ? describeEnding(solving, i18n) : progress.ending,
        layer: Math.max(0, progress.layers.length - 1),
        count: formatCount(decided, i18n),
      });
    const summary = report && !progress ? describeReport(report, i18n) : "";
    return html`<div class="lab-state solve-state">
      <p class="lab-running" ?hidden=${!progress}>${text}</p>
      <div class="solve-progress" ?hidden=${!progress}>
        <progress
          class="progress-bar"
          max="1"
          .value=${progress?.share ?? 0}
          aria-label=${t("lab.solve.progress")}
        ></progress>
        <button type="button" class="button button-small" id="solve-cancel" @click=${cancel}>
          ${t("lab.solve.cancel")}
        </button>
      </div>
      <p class="solve-summary" ?hidden=${!summary}>${summary}</p>
      <p class="hint" id="solve-outcome">${outcome}</p>
      <button
        type="button"
        class="button button-small"
        id="solve-again"
        ?hidden=${progress !== null || isSolved}
        @click=${() => void solve(ending)}
      >
        ${t("lab.solve.again")}
      </button>
      <p class="faults" role="alert">${fault}</p>
    </div>`;
  }

  function showBoard(spot: Spot, { layers, points }: EndingReport) {
    const { piece } = state.get();
    const values = spot.looked.maps.find(({ square }) => square === piece)?.values;
    const layered = { layer: Math.floor(layerPlayer.at), layers: layers.length };
    const share = piece === ALL ? { points, ...layered } : null;
    board.show({
      position: spot.position,
      lastMove: lastMoveOf(spot),
      check: checkOf(spot, lab),
      map: values ? { values, ...layered } : share,
      mapped: values ? piece : null,
      dests: placesOf(spot),
      label: t("lab.solve.board"),
    });
  }

  function layersTemplate(report: EndingReport) {
    const layer = Math.floor(layerPlayer.at);
    const { title, text } = describeLayer(report, layer, i18n);
    return html`<section class="solve-layers" aria-label=${t("lab.solve.layers")}>
      ${playControls({
        i18n,
        player: layerPlayer,
        id: "solve-layers",
        label: t("lab.solve.layers"),
        text: title,
        playKey: "lab.solve.watch",
      })}
      <div class="solve-say" aria-live=${layerPlayer.isPlaying ? "off" : "polite"}>
        <p class="solve-layer">${title}</p>
        <p>${text}</p>
      </div>
      ${mapTemplate()}
    </section>`;
  }

  /** Returns the choice of the piece whose map is shown, and the legend of its colours. */
  function mapTemplate() {
    const { spot, piece } = state.get();
    const isShare = piece === ALL;
    const pieces = spot ? spot.looked.maps.map(({ square }) => square) : [];
    const placement = spot?.position.placement ?? "";
    const ordered = piecesOf(placement).filter((square) => pieces.includes(square));
    const name = (square: string) => {
      if (square === NO_MAP || square === ALL) return t(`lab.solve.map.${square}`);
      const letter = pieceAt(placement, square);
      const side = letter === letter.toUpperCase() ? "red" : "black";
      const what = t(`grid.piece.${side}`, { piece: t(`piece.${letter}`) });
      return t("grid.point", { what, place: describeSquare(square, i18n) });
    };
    return html`<label class="lab-choice solve-map">
        <span class="field-label">${t("lab.solve.map")}</span>
        ${selectList({
          id: "solve-piece",
          values: [ALL, ...ordered, NO_MAP],
          chosen: piece,
          name,
          onChange: (value) => change({ piece: value }),
        })}
      </label>
      <p class="hint">${t(isShare ? "lab.solve.map.about.all" : "lab.solve.map.about")}</p>
      <p class="solve-legend">
        <span>${t(isShare ? "lab.solve.map.most" : "lab.solve.map.quick")}</span>
        ${SHADES.map((_, shade) => html`<i class="is-shade-${shade}"></i>`)}
        <span>${t(isShare ? "lab.solve.map.few" : "lab.solve.map.late")}</span>
        <i class="is-drawn"></i><span>${t("lab.solve.map.drawn")}</span>
      </p>`;
  }

  draw();
  state.subscribe(draw);
  addEventListener("hashchange", () => {
    if (isShown) openAddress();
  });
  return {
    update: draw,
    show() {
      isShown = true;
      if (openAddress()) return;
      if (state.get().report || state.get().progress) writeAddress();
      else void solve(FIRST);
    },
  };
}
