// Tells on the start screen how many exercises are due today, with a link to them. Fetched after the page is ready.

import { readerOf } from "../../core/stored.ts";
import { dayNumber } from "../../practice/calendar-days.ts";
import { countDue } from "../../practice/exercises.ts";
import { PRACTICE_KEY, decodePractice } from "../../practice/practice-storage.ts";
import { byId, el, setText } from "../../ui/dom.ts";
import type { Page } from "../context.ts";
import { loadLaterWords } from "../later-words.ts";
import "../../../css/due.css";

const read = readerOf(() => localStorage);
// Only reads: the page with the exercises reports and repairs what cannot be read.
const dueNow = () => countDue(decodePractice(read(PRACTICE_KEY)).practice, dayNumber(new Date()));

export async function showDue({ i18n, store }: Pick<Page, "i18n" | "store">): Promise<void> {
  if (read(PRACTICE_KEY) === null) return;
  const words = await loadLaterWords(i18n);
  const link = Object.assign(el("a", "link"), { id: "start-due", href: "puzzles.html#practice" });
  byId("start-progress").after(link);

  function update() {
    const count = dueNow();
    link.hidden = count === 0;
    setText(link, words.t("play.due", { count }));
  }

  async function refresh() {
    if (words.lang !== i18n.lang) await words.use(i18n.lang);
    update();
  }

  update();
  store.subscribe(({ start }) => void (start && refresh().catch(reportError)));
  for (const event of ["storage", "pageshow", "visibilitychange"]) addEventListener(event, update);
}
