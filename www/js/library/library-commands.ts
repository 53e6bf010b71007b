// The commands for the games of the library: import, export, labels, removing and opening games.

import { downloadFile } from "../core/download.ts";
import { errorDetails } from "../core/error-details.ts";
import { defaultGame } from "../core/game-record.ts";
import type { LibraryClient } from "../database/library-client.ts";
import type { ListedGame } from "../database/listed-games.ts";
import type { State } from "../database/types.ts";
import { formatDay, readRecord } from "../rules/records.ts";
import type { PageShell } from "../shell/create-page.ts";
import { analysisAddress } from "../study/session-transfer.ts";
import type { GameList } from "./game-list.ts";
import type { createImportReport } from "./import-report.ts";
import { createLabelSheet } from "./label-sheet.ts";
import type { LibraryModel } from "./library-model.ts";

export type LibraryCommands = ReturnType<typeof createLibraryCommands>;

export function createLibraryCommands(
  page: PageShell,
  model: LibraryModel,
  list: GameList,
  report: ReturnType<typeof createImportReport>,
) {
  const { i18n, t, notify, announce } = page;
  const { search } = model;
  const paper = page.lazily(async () => {
    const { createLibraryPaper } = await import("./on-paper.ts");
    return createLibraryPaper(page, model, list);
  });

  /**
   * Returns a command that runs `act` on the library and reports a failure. It does nothing before the library is
   * loaded.
   */
  const onClient =
    <Params extends unknown[]>(act: (client: LibraryClient, ...params: Params) => Promise<void>) =>
    (...params: Params) => {
      const { client } = model.get();
      if (client) act(client, ...params).catch(reportFailure);
    };

  function reportFailure(error: unknown) {
    // If the worker has ended, the page shows the failure above the list instead.
    if (!model.get().isWorkerDead) notify(t("library.failed"));
    if (!errorDetails(error).code) reportError(error);
  }

  /** Shows the library's state after the library was opened or stored. */
  function showState({ trouble, interrupted, damaged }: State) {
    model.change({ trouble });
    if (interrupted) report.showInterrupted(interrupted);
    if (damaged > 0) notify(t("library.damaged", { n: damaged }), { ms: 0 });
  }

  const restore = onClient(async (client) => {
    const n = await client.restore();
    await search({ keepsPlace: true });
    notify(t("library.restored", { n }));
  });

  const undo = (onAction: () => void) => ({ ms: 0, label: t("library.undo"), onAction });

  /** Updates the list and reports that the labels of `n` games have changed. */
  async function finishLabelling(n: number, options?: Parameters<typeof notify>[1]) {
    await search({ keepsPlace: true });
    notify(t("library.labelled", { n }), options);
  }

  const unlabel = onClient(async (client) => finishLabelling(await client.unlabel()));

  const openLabels = createLabelSheet(
    i18n,
    onClient(async (client, ids: Uint32Array, added: string[], removed: string[]) =>
      finishLabelling(await client.label(ids, added, removed), undo(unlabel)),
    ),
  );

  /**
   * Returns the ids of the games to export: the selected games or, if none is selected, the games that the filters
   * select. Returns null for all games.
   */
  function gamesToExport() {
    const { games } = model.get();
    if (list.selection.length > 0) return list.selection;
    return games && games.ids.length < games.size ? games.ids : null;
  }

  /** Saves the games with these ids as a PGN file; null saves all games. */
  const save = onClient(async (client, ids: Uint32Array | null) =>
    downloadFile(`chuhe-library-${formatDay(new Date())}.pgn`, await client.export(ids)),
  );

  const openBookSheet = page.lazily(async () => {
    const { createBookSheet } = await import("./book-sheet.ts");
    return createBookSheet(page, reportFailure);
  });

  return {
    showState,

    async importFiles(files: File[]): Promise<void> {
      const { client, isImporting, isWorkerDead } = model.get();
      if (isImporting || !client || isWorkerDead || files.length === 0) return;
      model.change({ isImporting: true });
      report.begin();
      try {
        announce(report.end(await client.importFiles(files)));
        // Asks the browser not to evict the games when storage is short. If it refuses, the games are stored all the
        // same.
        void navigator.storage?.persist?.().catch(() => {});
      } catch (error) {
        report.fail();
        reportFailure(error);
      }
      // Changes `isImporting` only after the search, because otherwise the notice of an empty library would appear for
      // a moment.
      await search({ keepsPlace: true }).finally(() => model.change({ isImporting: false }));
    },

    async forgetImport(): Promise<void> {
      await model.get().client?.forgetImport().catch(reportFailure);
    },
    refresh: onClient((client) => client.refresh()),
    unselect: list.clear,

    remove: onClient(async (client, ids: Uint32Array) => {
      await client.remove(ids);
      list.clear();
      await search({ keepsPlace: true });
      notify(t("library.removed", { n: ids.length }), undo(restore));
    }),

    /** Removes the games with a label. Games that have other labels too stay, without this label. */
    removeLabelled: onClient(async (client, label: string) => {
      const { gamesWith } = await import("./collections.ts");
      const { own, shared } = await gamesWith(client, label);
      if (shared.length > 0) await client.label(shared, [], [label]);
      await client.remove(own);
      list.clear();
      await search({ keepsPlace: true });
      const giveBack = onClient(async () => {
        if (shared.length > 0) await client.label(shared, [label], []);
        restore();
      });
      notify(t("library.removed", { n: own.length }), undo(giveBack));
    }),

    label: onClient(async (client) =>
      openLabels(await client.rows(list.selection), model.get().games?.labels ?? []),
    ),

    /** Loads what prints the library, so that Ctrl+P finds it ready. */
    preparePaper: () =>
      import("./on-paper.ts").then(
        () => paper(() => {}),
        () => {}, // the buttons try again, and report a failure
      ),
    print: () => void paper((part) => part.print()),
    /** Opens the sheet that adds positions of the selected games to the worksheet. */
    addToSheet: () => void paper((part) => part.openSheet()),
    /** Opens the sheet that adds the moves of the games to one's own opening book. */
    addToBook: onClient(async (client) => {
      const ids = gamesToExport() ?? (await client.select({}, null)).ids;
      await openBookSheet((sheet) => void sheet.show(client, Uint32Array.from(ids)));
    }),

    export: () => save(gamesToExport()),
    exportAll: () => save(null),
    storeAgain: onClient(async (client) => showState(await client.storeAgain())),

    /** Opens a game in the analysis. */
    open: onClient(async (client, game: ListedGame, ply: number) => {
      const pgn = await client.write(game.id);
      const { rules } = model.get();
      if (!pgn || !rules) return;
      const { choices } = readRecord(rules, pgn, defaultGame());
      const record = { ...defaultGame(), ...choices, ply };
      const transfer = { pgn, ply, flipped: false, isRecord: true, game: game.id };
      model.remember(game);
      location.href = analysisAddress(transfer, record, () => localStorage);
    }),
  };
}
