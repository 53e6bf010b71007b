// Writes stored studies as files.

import { downloadFile } from "../core/download.ts";
import { formatDay } from "../rules/records.ts";
import type { Rules } from "../rules/records.ts";
import { writeStudy } from "../study/study-record.ts";
import type { StudyData } from "./study.ts";

/** Returns the name of the file with several studies. */
export const collectionName = (date: Date) => `chuhe-analyses-${formatDay(date)}.pgn`;

/**
 * Saves studies as one PGN file, which keeps everything in them. Returns the studies that cannot be written, because
 * the rules reject them.
 */
export function saveStudies<Item extends { data: StudyData }>(
  rules: Rules,
  studies: readonly Item[],
  name: string,
): Item[] {
  const unwritten: Item[] = [];
  const texts = studies.flatMap((study) => {
    try {
      return [writeStudy(rules, study.data, "pgn-iccs")];
    } catch {
      unwritten.push(study);
      return [];
    }
  });
  if (texts.length > 0) downloadFile(name, texts.join("\n"));
  return unwritten;
}
