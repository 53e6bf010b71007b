// The packs of games beside the page: each is added to the library, or removed from it again, by one press.

import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { createI18n, fetchJson } from "../core/i18n.ts";
import type { I18n } from "../core/i18n.ts";
import type { LibraryClient } from "../database/library-client.ts";
import { downloadPack, fetchPacks, titleOf } from "../database/packs.ts";
import type { Pack } from "../database/packs.ts";
import type { ImportReport, Label, Progress } from "../database/types.ts";
import { el } from "./dom.ts";
import "../../css/packs.css";

/** What happens to a pack that is not in the library. */
type Status =
  | { step: "offered" }
  | { step: "fetching"; done: number }
  | { step: "adding"; share: number; added: number }
  | { step: "failed"; reason: "network" | "broken" | "library" };

interface OffersOptions {
  i18n: I18n;
  /** Returns the library; null while it cannot be used. */
  client: () => LibraryClient | null;
  /** Called before games are added. Returns false if the library is busy. */
  begin?: () => boolean;
  /** Called when games have been added, or adding them has ended in another way. */
  end: (report: ImportReport | null) => Promise<unknown>;
  announce: (words: string) => void;
  /** Removes the games with a label; packs in the library are listed only if it is given. */
  remove?: (label: string) => void;
  /** True where there is little room. */
  isBrief?: boolean;
}

const OFFERED: Status = { step: "offered" };

export async function createPackOffers(options: OffersOptions) {
  const { i18n, client, end, announce, remove, isBrief = false } = options;
  const words = createI18n(i18n.lang, (lang) =>
    fetchJson(new URL(`../../locales/packs/${lang}.json`, import.meta.url)),
  );
  const [packs] = await Promise.all([fetchPacks(), words.use(i18n.lang)]);
  const { t } = words;
  const host = el("section", isBrief ? "packs is-brief" : "packs");
  host.hidden = true;
  const statuses = new Map<Pack, Status>();
  let labels: readonly Label[] = [];
  /** The pack that is being added, and what cancels its download; null if there is none. */
  let running: { pack: Pack; download: AbortController } | null = null;

  const statusOf = (pack: Pack): Status => statuses.get(pack) ?? OFFERED;
  const gamesOf = (pack: Pack): number =>
    labels.find(({ name }) => name === pack.label)?.games ?? 0;

  function change(pack: Pack, status: Status) {
    statuses.set(pack, status);
    draw();
  }

  async function add(pack: Pack) {
    const library = client();
    if (running || !library || options.begin?.() === false) return;
    const download = new AbortController();
    running = { pack, download };
    change(pack, { step: "fetching", done: 0 });
    let report: ImportReport | null = null;
    try {
      const onProgress = (done: number) => change(pack, { step: "fetching", done });
      const file = await downloadPack(pack, { onProgress, signal: download.signal });
      if (!download.signal.aborted) report = await read(library, pack, file);
    } catch {
      change(pack, download.signal.aborted ? OFFERED : { step: "failed", reason: "network" });
    }
    running = null;
    await end(report).catch(reportError);
    draw();
  }

  /** Adds the games of a pack to the library. */
  async function read(library: LibraryClient, pack: Pack, file: File) {
    change(pack, { step: "adding", share: 0, added: 0 });
    try {
      const report = await library.importFiles([file]);
      const { added, updated, known, isCancelled, refusals } = report;
      const isBroken = !isCancelled && refusals > 0;
      change(pack, isBroken ? { step: "failed", reason: "broken" } : OFFERED);
      if (!isCancelled && !isBroken)
        announce(
          t("packs.added", { title: titleOf(pack, words.lang), n: added + updated + known }),
        );
      void navigator.storage?.persist?.().catch(() => {});
      return report;
    } catch {
      change(pack, { step: "failed", reason: "library" });
      return null;
    }
  }

  function cancel() {
    running?.download.abort();
    void client()?.cancel();
  }

  const button = (act: () => void, label: string, title: string, isMain = false) =>
    html`<button
      type="button"
      class=${`button button-small${isMain ? " button-primary" : ""}`}
      aria-label=${`${label}: ${title}`}
      @click=${act}
    >
      ${label}
    </button>`;

  function sizeOf(bytes: number) {
    const isSmall = bytes < 1e5;
    return new Intl.NumberFormat(words.htmlLang, {
      style: "unit",
      unit: isSmall ? "kilobyte" : "megabyte",
      maximumFractionDigits: isSmall ? 0 : 1,
    }).format(bytes / (isSmall ? 1e3 : 1e6));
  }

  function sourceTemplate(source: string) {
    if (!source) return nothing;
    const isLink = /^https?:\/\/\S+$/.test(source);
    const link = html`<a class="link" href=${source} target="_blank" rel="noopener">${source}</a>`;
    return html`<p class="packs-facts">${t("packs.source")} ${isLink ? link : source}</p>`;
  }

  function progressTemplate(pack: Pack, status: Status, title: string) {
    if (status.step !== "fetching" && status.step !== "adding") return nothing;
    const isFetching = status.step === "fetching";
    const value = isFetching ? Math.min(status.done / pack.size, 1) : status.share;
    const text = isFetching
      ? t("packs.fetching", { done: sizeOf(status.done), all: sizeOf(pack.size) })
      : t("packs.adding", { n: status.added, all: pack.games });
    return html`<p class="packs-step">${text}</p>
      <progress class="packs-bar" max="1" .value=${value} aria-label=${title}></progress>
      <div class="packs-actions">${button(cancel, t("packs.cancel"), title)}</div>`;
  }

  function stateTemplate(pack: Pack, title: string) {
    const status = statusOf(pack);
    const games = gamesOf(pack);
    if (status.step === "fetching" || status.step === "adding")
      return progressTemplate(pack, status, title);
    if (games > 0 && status.step !== "failed")
      return html`<p class="packs-step">${t("packs.here", { n: games })}</p>
        <div class="packs-actions">
          ${button(() => remove?.(pack.label), t("packs.remove"), title)}
        </div>`;
    const isFailed = status.step === "failed";
    const label = t(isFailed ? "packs.retry" : isBrief ? "packs.add" : "packs.get");
    return html`${
        isFailed
          ? html`<p class="packs-step is-failed" role="alert">
              ${t(`packs.failed.${status.reason}`)}
            </p>`
          : nothing
      }
      <div class="packs-actions">${button(() => void add(pack), label, title, true)}</div>`;
  }

  function packTemplate(pack: Pack) {
    const title = titleOf(pack, words.lang);
    const facts = t("packs.facts", {
      n: pack.games,
      size: sizeOf(pack.size),
      licence: pack.licence,
    });
    return html`<li class="packs-item" data-pack=${pack.name}>
      <h3 class="packs-title">${title}</h3>
      <p class="packs-facts">${facts}</p>
      ${sourceTemplate(pack.source)} ${stateTemplate(pack, title)}
    </li>`;
  }

  function draw() {
    const isListed = (pack: Pack) =>
      remove !== undefined || gamesOf(pack) === 0 || statusOf(pack) !== OFFERED;
    const listed = packs.filter(isListed);
    host.hidden = listed.length === 0;
    const items = repeat(listed, ({ name }) => name, packTemplate);
    const title = t("packs.title");
    const heading = html`<h2 class="packs-heading">${title}</h2>
      <p class="packs-facts">${t("packs.what")}</p>`;
    // prettier-ignore
    render(
      html`${isBrief ? nothing : heading}<ul class="packs-list" aria-label=${title}>${items}</ul>`,
      host,
    );
  }

  draw();
  return {
    host,
    /** True while a pack is being added. */
    get isRunning() {
      return running !== null;
    },
    /** Shows which packs the library has, by its labels. */
    update(now: readonly Label[]) {
      labels = now;
      draw();
    },
    /** Shows the progress of the library's import. */
    progress({ done, total, added }: Progress) {
      if (running && statusOf(running.pack).step === "adding")
        change(running.pack, { step: "adding", share: done / Math.max(total, 1), added });
    },
    /** Redraws the packs after a change of the language. */
    async redraw() {
      await words.use(i18n.lang).catch(() => {}); // the packs stay in the language that is loaded
      draw();
    },
  };
}

export type PackOffers = Awaited<ReturnType<typeof createPackOffers>>;
