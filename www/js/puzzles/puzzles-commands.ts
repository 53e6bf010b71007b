// The commands of the puzzles' page: open puzzles, endings and exercises, go on to the next one, and open the analysis.

import { gameHash } from "../rules/link.ts";
import type { PageShell } from "../shell/create-page.ts";
import { loadChapters } from "./endings.ts";
import type { Ending } from "./endings.ts";
import { progressKey } from "./puzzle-progress.ts";
import type { Course } from "../practice/puzzle-course.ts";
import type { Section } from "./puzzle-panel.ts";
import type { Puzzle } from "../practice/puzzle-set.ts";
import type { Model } from "./puzzles-model.ts";

export type Commands = ReturnType<typeof createCommands>;

export function createCommands({ t, notify, toast }: PageShell, model: Model) {
  /** Counts the requests to open something. A puzzle that has loaded after a newer request is not opened. */
  let turn = 0;

  function openPuzzle(puzzle: Puzzle) {
    goTo("puzzles", `p=${puzzle.number}`, `p=${puzzle.key}`, puzzle.number);
    model.get().loaded?.puzzles.open(puzzle);
  }

  function openEnding(ending: Ending) {
    goTo("endings", `e=${ending.id}`);
    model.get().loaded?.endings.open(ending);
  }

  function openPractice() {
    goTo("practice", "practice");
    model.get().loaded?.practice.enter();
  }

  /** Leaves the other sections, and sets the hash of the address. `last` and `place` are stored for the next visit. */
  function goTo(section: Section, hash: string, last = hash, place?: number) {
    turn++;
    const { puzzles, endings, practice } = model.get().loaded ?? {};
    if (section !== "puzzles") puzzles?.leave();
    if (section !== "endings") endings?.leave();
    if (section !== "practice") practice?.room.leave();
    history.replaceState(null, "", `${location.pathname}${location.search}#${hash}`);
    model.turnTo(section, last, place);
  }

  /**
   * Opens a puzzle or an ending when it has loaded, unless something else was opened meanwhile. Calls `otherwise` if
   * there is none. Returns true if this call or a newer request opens something.
   */
  async function openWhenLoaded<T>(
    loading: Promise<T | null>,
    open: (item: T) => void,
    otherwise?: () => void,
  ): Promise<boolean> {
    const own = ++turn;
    try {
      const item = await loading;
      if (own !== turn) return true;
      if (item !== null) open(item);
      else otherwise?.();
      return item !== null;
    } catch (error) {
      if (own === turn) reportNotLoaded(error);
      return own !== turn;
    }
  }

  function reportNotLoaded(error: unknown) {
    reportError(error);
    notify(t("puzzle.loadFailed"));
  }

  /** Returns all endings, which are loaded when they are first needed. */
  async function loadEndings(): Promise<Ending[]> {
    const chapters = await loadChapters();
    if (model.get().chapters !== chapters) model.change({ chapters });
    return chapters.flatMap(({ endings }) => endings);
  }

  /** Returns the ending with this id; null if there is none. */
  const endingNamed = async (name: string) =>
    (await loadEndings()).find(({ id }) => id === name) ?? null;

  /** Returns the first puzzle that is not solved yet, or puzzle 1 if all are solved. */
  const firstOpen = async (course: Course) =>
    (await course.find((puzzle) => !model.isSolved(puzzle))) ?? course.numbered(1);

  /** Returns the first ending that is not solved yet, or the first one if all are solved. */
  async function firstOpenEnding() {
    const endings = await loadEndings();
    return (
      endings.find((ending) => model.outcomeOf(progressKey(ending)) !== "solved") ??
      endings[0] ??
      null
    );
  }

  /** Opens the puzzle, the ending or the practice that a hash names. Returns false if nothing was opened. */
  async function follow(hash: string | null): Promise<boolean> {
    const [kind, name = ""] = (hash ?? "").replace(/^#/, "").split("=");
    const { loaded, progress } = model.get();
    if (kind === "practice") openPractice();
    else if (kind === "e" && loaded) return openWhenLoaded(endingNamed(name), openEnding);
    else if (kind === "p" && loaded)
      return openWhenLoaded(loaded.course.named(name, progress.place), openPuzzle);
    else return false;
    return true;
  }

  /**
   * Opens the next or the previous ending, or the next or the previous puzzle that matches the filter. In the practice,
   * opens the next exercise, and does nothing for the previous one.
   */
  function step(direction: 1 | -1) {
    toast.clear();
    const { section, loaded, chapters } = model.get();
    if (!loaded) return;
    const { course, puzzles, endings, practice } = loaded;
    if (section === "practice") {
      if (direction > 0) practice.next();
    } else if (section === "endings") {
      const all = chapters.flatMap((chapter) => chapter.endings);
      const index = all.findIndex(({ id }) => id === endings.ending?.id) + direction;
      const ending = all.at(index % all.length);
      if (ending) openEnding(ending);
    } else if (puzzles.puzzle)
      void openWhenLoaded(
        course.neighbour(puzzles.puzzle, direction, model.matches),
        openPuzzle,
        () => notify(t("choose.none")),
      );
  }

  /** Returns the room that can give hints: in the practice the room of the exercise, else the room of the puzzle. */
  function hintRoom() {
    const { section, loaded } = model.get();
    return section === "practice" ? loaded?.practice.room : loaded?.puzzles;
  }

  return {
    openPuzzle,
    openEnding,
    follow,
    step,
    reportNotLoaded,

    openDaily() {
      const { loaded } = model.get();
      if (loaded) void openWhenLoaded(loaded.course.ofDay(new Date()), openPuzzle);
    },

    /** Opens another section where the person left it. */
    turnTo(section: string | undefined) {
      const { section: current, loaded } = model.get();
      if (section === current || !loaded) return;
      const { puzzle } = loaded.puzzles;
      const { ending } = loaded.endings;
      if (section === "practice") openPractice();
      else if (section === "endings" && ending) openEnding(ending);
      else if (section === "endings") void openWhenLoaded(firstOpenEnding(), openEnding);
      else if (puzzle) openPuzzle(puzzle);
      else void openWhenLoaded(firstOpen(loaded.course), openPuzzle);
    },

    /**
     * Opens the content that the address names, else the content of the last visit, else the first puzzle that is not
     * solved.
     */
    async begin(course: Course) {
      if ((await follow(location.hash)) || (await follow(model.get().progress.last))) return;
      const before = turn;
      const first = await firstOpen(course);
      if (first && before === turn) openPuzzle(first);
    },

    hint: () => hintRoom()?.hint(),
    show: () => void hintRoom()?.show(),
    again() {
      const { section, loaded } = model.get();
      if (section !== "practice") loaded?.[section].again();
    },
    back: () => model.get().loaded?.endings.back(),
    remove: () => model.get().loaded?.practice.remove(),

    /** Opens the position with the moves so far in the analysis. */
    analyse() {
      const { startFen = null, moves = [] } = model.room?.position ?? {};
      const isEmpty = startFen === null && moves.length === 0;
      const hash = isEmpty ? "" : gameHash({ startFen, moves, ply: moves.length });
      location.href = `./analysis.html${hash}`;
    },
  };
}
