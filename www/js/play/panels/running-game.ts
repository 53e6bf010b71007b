// Asks whether to play on a game in progress that a link has brought, or to look at it.

import type { GameRecord } from "../../core/game-record.ts";
import type { I18n } from "../../core/i18n.ts";
import { nearestLevel } from "../../core/levels.ts";
import { createMenuSheet } from "../../ui/menu-sheet.ts";

const ANSWERS = ["play", "look", "replaced"] as const;

/** The sheet that is open; null if there is none. */
let current: HTMLDialogElement | null = null;

/**
 * Asks whether to play the game on. Resolves to the person's answer, to "replaced" if a newer question replaces this
 * one, or to "closed" if the person closes the sheet.
 */
export function askToPlayOn({ level, side, ply }: GameRecord, i18n: I18n) {
  const { t } = i18n;
  current?.close("replaced");
  current?.remove();
  const sheet = createMenuSheet("running", i18n, ["play", "look"], (name) =>
    sheet.dialog.close(name),
  );
  const { dialog } = sheet;
  current = dialog;
  for (const { name, write } of sheet.rows)
    write(t(`running.${name}`), t(`running.${name}.more`, { side: t(`side.${side}`), plies: ply }));
  const nearest = nearestLevel(level);
  sheet.open(t("running.title", { level: nearest, name: t(`level.${nearest}.name`) }));
  sheet.rows[0]?.element.focus();
  return new Promise<(typeof ANSWERS)[number] | "closed">((resolve) =>
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (current === dialog) current = null;
      resolve(ANSWERS.find((answer) => answer === dialog.returnValue) ?? "closed");
    }),
  );
}
