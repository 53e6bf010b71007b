// The sheet that chooses the opponent for playing on from the position on the board.

import type { GameMode } from "../core/game-record.ts";
import type { I18n } from "../core/i18n.ts";
import type { Side } from "../core/xiangqi.ts";
import { createMenuSheet } from "../ui/menu-sheet.ts";

interface Opponent {
  mode: GameMode;
  side: Side;
}

const OPPONENTS = {
  red: { mode: "engine", side: "red" },
  black: { mode: "engine", side: "black" },
  local: { mode: "local", side: "red" },
} as const satisfies Record<string, Opponent>;
const NAMES = ["red", "black", "local"] as const satisfies (keyof typeof OPPONENTS)[];

export function createPlayOn(i18n: I18n, play: (opponent: Opponent) => void) {
  const { t } = i18n;
  const sheet = createMenuSheet("play-on", i18n, NAMES, (name) => {
    sheet.dialog.close();
    play(OPPONENTS[name]);
  });
  return {
    show() {
      for (const { name, write } of sheet.rows)
        write(t(`analysis.play.${name}`), t(`analysis.play.${name}.more`));
      sheet.open(t("analysis.play.title"));
    },
  };
}
