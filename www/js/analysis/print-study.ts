// Prints the study: by a button, by Ctrl+P and by the browser's menu alike.

import type { I18n } from "../core/i18n.ts";
import type { Notation, Side } from "../core/xiangqi.ts";
import type { GameClass } from "../rules/rules.ts";
import { createPrintView } from "../share/print-view.ts";
import { loadPrintLook, printLook } from "../share/printed-board.ts";
import { printedGame } from "../share/printed-game.ts";
import type { Preferences } from "../shell/preferences.ts";
import type { StudyData } from "./study.ts";

interface PrintOptions {
  i18n: I18n;
  Game: GameClass;
  preferences: Preferences;
  data: () => StudyData;
  notation: () => Notation;
  bottom: () => Side;
}

export function createStudyPrint({
  i18n,
  Game,
  preferences,
  data,
  notation,
  bottom,
}: PrintOptions) {
  const load = () => loadPrintLook(preferences.settings);
  void load();
  preferences.watch(() => void load());
  const make = () => {
    const look = printLook(preferences.settings);
    return printedGame(data(), { i18n, Game, look, notation: notation(), bottom: bottom() });
  };
  return createPrintView(make, make);
}
