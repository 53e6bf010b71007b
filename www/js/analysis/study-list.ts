// The list of all stored studies: how each is named, and which of them a person looks for. No DOM.

import type { I18n } from "../core/i18n.ts";
import { plain } from "../core/plain-text.ts";
import { describePlayers, gameName, isTagFilled } from "../rules/record-words.ts";
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
  /** Everything that can be searched. */
  texts: string[];
}

/** The tags that a search looks at. */
const SEARCHED = [
  "Title",
  "SourceFile",
  "Red",
  "Black",
  "RedTeam",
  "BlackTeam",
  "Event",
  "Site",
  "Date",
];

export function rowOf({ key, stored }: ShelvedStudy): StudyRow {
  const { data, changed, game } = stored;
  const { nodes, tags } = data;
  const order = inOrder(nodes);
  const comments = order.map((node) => nodeAt(nodes, node).comment);
  return {
    key,
    data,
    changed,
    moves: order.length - 1,
    isEdited: isEdited(stored),
    isInLibrary: game !== null,
    texts: [...SEARCHED.map((name) => tags[name] ?? ""), ...comments],
  };
}

/**
 * Returns a function that finds the rows with every word of `words`. `onlyEdited` leaves out the studies without changes.
 * `foldName` unites the spellings of a name, as the library does.
 */
export function createRowFinder(foldName: (text: string) => string) {
  const folded = new WeakMap<StudyRow, string>();
  const fold = (row: StudyRow) => {
    const text = folded.get(row) ?? row.texts.map((each) => plain(foldName(each))).join(" ");
    folded.set(row, text);
    return text;
  };
  return (rows: readonly StudyRow[], words: string, onlyEdited: boolean): StudyRow[] => {
    const parts = plain(words).split(" ").map(foldName);
    return rows.filter(
      (row) => (row.isEdited || !onlyEdited) && parts.every((part) => fold(row).includes(part)),
    );
  };
}

/** Returns the name of a study, or a word for "untitled". */
export const nameOf = ({ tags }: Pick<StudyData, "tags">, i18n: I18n): string =>
  gameName(tags, describePlayers(tags, i18n)) || i18n.t("analysis.mine.untitled");

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
