// The packs of games that the page's host offers: on the page while the library is empty, otherwise in a sheet.

import type { LibraryClient } from "../database/library-client.ts";
import type { Progress } from "../database/types.ts";
import type { PageShell } from "../shell/create-page.ts";
import { buildSheet } from "../ui/build-sheet.ts";
import type { BuiltSheet } from "../ui/build-sheet.ts";
import { byId } from "../ui/dom.ts";
import { createPackOffers } from "../ui/pack-offers.ts";
import type { LibraryCommands } from "./library-commands.ts";
import type { LibraryModel, LibraryState } from "./library-model.ts";

interface CollectionsOptions {
  page: PageShell;
  model: LibraryModel;
  commands: LibraryCommands;
}

export async function createCollections({ page, model, commands }: CollectionsOptions) {
  const { i18n, t, announce, notify } = page;
  const opener = byId("library-packs-open");
  const place = byId("library-packs");
  let sheet: BuiltSheet | null = null;

  const offers = await createPackOffers({
    i18n,
    client: () => (model.get().isWorkerDead ? null : model.get().client),
    begin() {
      if (model.get().isImporting) return false;
      model.change({ isImporting: true });
      return true;
    },
    async end() {
      await model.search({ keepsPlace: true }).finally(() => model.change({ isImporting: false }));
    },
    announce(words) {
      // A sheet covers the notices of the page, and the pack in it says the same.
      if (sheet?.dialog.open) announce(words);
      else notify(words, { ms: 12_000 });
    },
    remove: (label) => {
      sheet?.dialog.close();
      commands.removeLabelled(label);
    },
  });

  opener.addEventListener("click", () => {
    sheet ??= buildSheet("library-packs-dialog", i18n);
    sheet.body.append(offers.host);
    sheet.open(t("library.packs"));
  });

  /** Shows the packs for a state of the library. */
  function update({ games, isImporting }: LibraryState) {
    if (!games) return;
    offers.update(games.labels);
    const isEmpty = games.size === 0;
    // While a pack is added, it stays where it was pressed.
    if (!isImporting && isEmpty && !sheet?.dialog.open) place.append(offers.host);
    place.hidden = offers.host.parentElement !== place || (!isEmpty && !offers.isRunning);
    opener.hidden = offers.host.hidden || isEmpty;
  }

  model.subscribe(update);
  update(model.get());
  return {
    progress: (progress: Progress) => offers.progress(progress),
    redraw: () => void offers.redraw().then(() => update(model.get())),
    /** True while a pack is being added, which shows its own progress. */
    get isRunning() {
      return offers.isRunning;
    },
  };
}

/** Returns the games that a label marks: those without other labels, and those with some. */
export async function gamesWith(client: LibraryClient, label: string) {
  const { ids } = await client.select({ label }, null);
  const rows = await client.rows(ids);
  const shared = rows.filter(({ labels }) => labels.length > 1).map(({ id }) => id);
  const others = new Set(shared);
  return { own: ids.filter((id) => !others.has(id)), shared: Uint32Array.from(shared) };
}
