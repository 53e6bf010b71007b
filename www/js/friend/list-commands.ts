// Saves the games of this device to a file, and takes in the games of such a file.

import { downloadFile } from "../core/download.ts";
import { formatDay } from "../rules/records.ts";
import type { GameClass } from "../rules/rules.ts";
import type { PageShell } from "../shell/create-page.ts";
import type { FriendGames } from "./friend-games.ts";
import { mergeGames, readGamesFile, writeGamesFile } from "./games-file.ts";
import type { FileFault, GameFault } from "./games-file.ts";

export type ListCommands = ReturnType<typeof createListCommands>;

/** `render` shows the list again. */
export function createListCommands(
  { t, notify, announce }: PageShell,
  loaded: () => { Game: GameClass; games: FriendGames } | null,
  render: () => void,
) {
  let faults: string[] = [];

  function describeGame(fault: GameFault): string {
    return "field" in fault
      ? t("friend.file.fault.game", fault)
      : t("friend.file.fault.action", fault);
  }

  function describeFile(fault: FileFault): string {
    if (fault.kind !== "text") return t(`friend.file.fault.${fault.kind}`);
    return t("friend.file.fault.text", { line: fault.line ?? 1, column: fault.column ?? 1 });
  }

  /** Takes in the games of a file's text. */
  function take(text: string) {
    const parts = loaded();
    if (!parts) return;
    const read = readGamesFile(parts.Game, text);
    if ("kind" in read) faults = [describeFile(read)];
    else {
      faults = read.faults.map(describeGame);
      parts.games.refresh();
      const before = parts.games.get();
      const { games, forked, ...counts } = mergeGames(before, read.games);
      parts.games.restore(games);
      const words = [t("friend.file.done", counts)];
      if (forked > 0) words.push(t("friend.file.otherWay", { count: forked }));
      const onAction = () => parts.games.takeBack(games, before);
      const undo = { label: t("control.undo"), onAction };
      notify(words.join(" "), { ms: 12_000, ...undo });
    }
    if (faults.length > 0) announce(faults.join(" "));
    render();
  }

  return {
    take,
    /** The faults of the last file, in words. */
    faults: (): readonly string[] => faults,
    save() {
      const games = loaded()?.games.get() ?? [];
      downloadFile(`chuhe-friends-${formatDay(new Date())}.json`, writeGamesFile(games));
    },
    /** Opens the file of a field, and empties the field, so that the same file can be chosen again. */
    async open(field: HTMLInputElement) {
      const [file] = field.files ?? [];
      if (!file) return;
      take(await file.text());
      field.value = "";
    },
  };
}
