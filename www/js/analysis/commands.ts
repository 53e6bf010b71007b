// What a person does to the tree by its sheets, each fetched when it is first used: a node's menu, the position editor,
// playing on.

import { notationOf } from "../core/languages.ts";
import { memoizeAsync } from "../core/memoize.ts";
import { sayNode } from "./announcements.ts";
import { inOrder } from "../study/tree.ts";
import { playAddress } from "./send-study.ts";

/**
 * @typedef {object} CommandsPage
 * @property {import("../core/i18n.ts").I18n} i18n
 * @property {(words: string, options?: { ms?: number, label?: string, onAction?: () => void, spoken?: string }) => void} notify
 * @property {() => import("../rules/records.ts").Rules|null} rules      null until they are there
 * @property {() => import("./study.ts").Study|null} study         likewise
 * @property {() => Partial<import("../board/index.ts").BoardState>} look  of the editor's board
 * @property {(startFen: string|null) => void} begin                a study of a position
 * @property {Pick<ReturnType<typeof import("./markings.ts").createMarkings>, "toggle"|"wipe">} markings
 * @property {() => import("../shell/settings.ts").Settings} settings
 * @property {() => import("./add-exercises.ts").Exercising|null} exercising  null until the rules are there
 * @property {() => import("../core/xiangqi.ts").Side} bottom        who is there on the board
 * @property {() => void} comment                                    lets the present move be commented
 */

/** @param {CommandsPage} page */
export function createCommands({
  i18n,
  notify,
  rules,
  study,
  look,
  begin,
  settings,
  comment,
  markings,
  exercising,
  bottom,
}) {
  const { t } = i18n;
  /** What brings back what was deleted, the latest last. @type {(() => boolean)[]} */
  const restores = [];

  /** @template Part @param {() => Promise<Part>} load @returns {(use: (part: Part) => void) => Promise<void>} */
  function lazily(load) {
    const get = memoizeAsync(load);
    return async (use) => {
      if (!study()) return;
      try {
        use(await get());
      } catch (error) {
        notify(t("notice.partFailed"), { ms: 8000 });
        reportError(error);
      }
    };
  }

  const here = () => /** @type {import("./study.ts").Study} */ (study());
  const menu = lazily(async () => {
    const { createNodeMenu } = await import("./node-menu.ts");
    return createNodeMenu(i18n, act, (node, sign) => {
      markings.toggle(node, sign);
      return here().data().nodes[node].signs;
    });
  });
  const playing = lazily(async () => {
    const { createPlayOn } = await import("./play-on.ts");
    return createPlayOn(i18n, ({ mode, side }) => {
      location.href = playAddress(here().data(), mode, side);
    });
  });
  const editing = lazily(async () => {
    const { createEditor } = await import("../editor/editor-sheet.ts");
    const page = { i18n, rules: rules(), store: { get: () => here().get() } };
    const play = (/** @type {string} */ fen) => begin(fen || null);
    return createEditor(page, { look, play, command: "analysis.do.setup.command" });
  });

  const finding = lazily(async () => {
    const { createOpenings } = await import("./openings-sheet.ts");
    const { Game } = /** @type {import("../rules/records.ts").Rules} */ (rules());
    const write = (/** @type {string[]} */ moves) => {
      const game = new Game(null, moves);
      const words = game.notation(notationOf(settings()));
      game.free();
      return words;
    };
    return createOpenings(i18n, {
      openings: () => Game.openings(),
      write,
      settings,
      choose: putOn,
    });
  });

  const learning = lazily(async () => {
    const { createLearnLine } = await import("./learn-line.ts");
    const { Game } = /** @type {import("../rules/records.ts").Rules} */ (rules());
    const parts = /** @type {import("./add-exercises.ts").Exercising} */ (exercising());
    return createLearnLine(i18n, { ...parts, Game, data: here().data, name: parts.lineName });
  });

  /** @param {number} node whose line becomes exercises */
  const learn = (node) => learning((sheet) => sheet.show(node, bottom()));

  /** A line from the start position comes into the tree, and on the board. @param {string[]} moves */
  function putOn(moves) {
    if (here().data().startFen !== null) begin(null);
    here().go(here().addLine(0, moves));
  }

  /** @param {import("./node-menu.ts").NodeCommand} command @param {number} node */
  function act(command, node) {
    if (command === "remove") return remove(node);
    if (command === "wipe") return markings.wipe(node);
    if (command === "learn") return void learn(node);
    if (command !== "comment") return here()[command](node);
    here().go(node);
    comment();
  }

  /** @param {number} node */
  function remove(node) {
    if (!study() || node === 0) return;
    const { nodes, texts } = here().get();
    const before = inOrder(nodes).length;
    const onAction = here().remove(node);
    restores.push(onAction);
    const count = before - inOrder(here().get().nodes).length;
    const say = (/** @type {string} */ move) => t("analysis.removed", { move, count });
    const spoken = say(sayNode(here(), node, i18n));
    notify(say(i18n.move(texts[node])), {
      spoken,
      ms: 20_000,
      label: t("analysis.undo"),
      onAction,
    });
  }

  return {
    remove,
    /** Brings back what was deleted last and is not there again. */
    restore() {
      while (restores.length > 0 && !restores.pop()?.());
    },
    learn: () => study() && learn(here().get().at),
    /** @param {number} node */
    menu: (node) => menu((sheet) => sheet.show(here().get(), node, sayNode(here(), node, i18n))),
    openings: () => finding((sheet) => sheet.show()),
    setup: () => editing((editor) => editor.show("")),
    async playOn() {
      if (study()?.get().position.verdict.result === "ongoing")
        await playing((sheet) => sheet.show());
    },
  };
}
