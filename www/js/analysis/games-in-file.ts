// Reads all games of a file or a text. The Lab's WebAssembly module splits it, as it does for the library.

import { describeGame } from "../rules/record-words.ts";
import type { I18n } from "../core/i18n.ts";
import { loadLabModule } from "../rules/lab-module.ts";

/** A game of a file. */
interface GameInFile {
  /** The number and the players or the title. */
  name: string;
  pgn: string;
}

/** Returns the readable games of a file. A game that the file has twice is returned once. */
export async function gamesInFile(source: string | File, i18n: I18n): Promise<GameInFile[]> {
  const { GameLibrary } = await loadLabModule();
  const isFile = source instanceof File;
  const bytes = isFile
    ? new Uint8Array(await source.arrayBuffer())
    : new TextEncoder().encode(source);
  const library = new GameLibrary();
  try {
    library.begin(isFile ? source.name : "");
    library.push(bytes);
    library.finish();
    const rows = library.rows(library.select({}));
    return rows.map(({ id, red, black, title }, index) => {
      const named = describeGame({ Red: red, Black: black, Title: title }, i18n);
      return { name: `${index + 1}. ${named}`.trim(), pgn: library.write(id, "pgn-iccs") ?? "" };
    });
  } finally {
    library.free();
  }
}
