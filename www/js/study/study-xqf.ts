// Writes a study as an XQF file. The Lab's WebAssembly module does that, since the page's own is as small as possible.

import { encodeGbk } from "../rules/gbk.ts";
import { loadLabModule } from "../rules/lab-module.ts";
import type { StudyData } from "./study-data.ts";
import { buildRecord } from "./study-record.ts";

export async function writeXqf(study: StudyData): Promise<Blob> {
  const { Record } = await loadLabModule();
  const record = buildRecord(Record, study);
  try {
    return new Blob([new Uint8Array(record.exportXqf(encodeGbk))]);
  } finally {
    record.free();
  }
}
