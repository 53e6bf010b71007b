// The list of all stored studies: how each is named, and which of them a person looks for. No DOM.

import type { I18n } from "../core/i18n.ts";
import { plain } from "../core/plain-text.ts";
import { describePlayers, isTagFilled } from "../rules/record-words.ts";
import { inOrder, nodeAt } from "../study/tree.ts";
import { isEdited } from "./stored-study.ts";
import type { ShelvedStudy } from "./study-shelf.ts";
import type { StudyData } from "./study.ts";

/** A study of the list. */
export interface StudyRow {
  key: string;
  data: StudyData;
  /** The time of the last change, in milliseconds since 1970. */
  changed: number;
  moves: number;
  /** True if it has something that the record from which it was opened does not have. */
  isEdited: boolean;
  /** True if its changes go into the library. */
  isInLibrary: boolean;
  /** Everything that can be searched, as `plain` returns it. */
  text: string;
}

/** The tags that a search looks at. */
const SEARCHED = ["Title", "Red", "Black", "RedTeam", "BlackTeam", "Event", "Site", "Date"];

export function rowOf({ key, stored }: ShelvedStudy): StudyRow {
  const { data, changed, game } = stored;
  const { nodes, tags } = data;
  const order = inOrder(nodes);
  const comments = order.map((node) => nodeAt(nodes, node).comment);
  const texts = [...SEARCHED.map((name) => tags[name] ?? ""), ...comments];
  return {
    key,
    data,
    changed,
    moves: order.length - 1,
    isEdited: isEdited(stored),
    isInLibrary: game !== null,
    text: plain(texts.join(" ")),
  };
}

/** Returns the rows that contain every word of `words`. `onlyEdited` leaves out the studies without changes. */
export function findRows(
  rows: readonly StudyRow[],
  words: string,
  onlyEdited: boolean,
): StudyRow[] {
  const parts = plain(words).split(" ");
  return rows.filter(
    ({ text, isEdited: is }) => (is || !onlyEdited) && parts.every((part) => text.includes(part)),
  );
}

/** Returns the name of a study: its title, else the players, else the event, else a word for "untitled". */
export function nameOf({ tags }: Pick<StudyData, "tags">, i18n: I18n): string {
  const [title, event] = [tags.Title, tags.Event].map((tag) => (isTagFilled(tag) ? tag : ""));
  return title || describePlayers(tags, i18n) || event || i18n.t("analysis.mine.untitled");
}

/** Returns what a row says besides its name. `opening` is the name of its opening, or "". */
export function factsOf({ data, moves, changed }: StudyRow, opening: string, i18n: I18n): string {
  const { tags, result } = data;
  const name = nameOf(data, i18n);
  const form = new Intl.DateTimeFormat(i18n.htmlLang, { dateStyle: "medium", timeStyle: "short" });
  const facts = [
    describePlayers(tags, i18n),
    ...["Event", "Date"].map((tag) => tags[tag]).filter(isTagFilled),
    result === "ongoing" ? "" : i18n.t(`result.${result}`),
    opening,
    i18n.t("analysis.mine.moves", { moves }),
    changed > 0 ? i18n.t("analysis.mine.time", { time: form.format(changed) }) : "",
  ];
  return facts.filter((fact) => fact !== "" && fact !== name).join(i18n.t("list.facts"));
}

/** Returns the tags with another title; an empty title removes it. */
export function withTitle(tags: Record<string, string>, title: string): Record<string, string> {
  const { Title: _, ...others } = tags;
  return title.trim() === "" ? others : { ...others, Title: title.trim() };
}
