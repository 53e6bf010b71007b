// Connects the sheet with the main lines to the study.

import { textIn } from "../core/languages.ts";
import { rulesetOf } from "../rules/records.ts";
import { langOfMoves } from "../ui/dom.ts";
import type { CommandParts, Commands } from "./commands.ts";
import { createMainLinesSheet } from "./main-lines-sheet.ts";

interface MainLinesParts extends Pick<
  CommandParts,
  "page" | "model" | "rules" | "study" | "exercises"
> {
  write: Commands["write"];
  /** Opens the sheet that finds an opening, and calls `then` after the choice. */
  findOpening(then: () => void): void;
}

export function createMainLines(parts: MainLinesParts) {
  const { page, model, rules, study, exercises, write, findOpening } = parts;
  const { i18n, t, notify } = page;
  let again = () => {};

  const sheet = createMainLinesSheet(i18n, {
    ...exercises,
    Game: rules.Game,
    root() {
      const { position, startFen, tags } = study.get();
      const { fen, moves } = position;
      const { text } = textIn(model.session?.openingOf(startFen, moves) ?? null, i18n.lang);
      return { fen, startFen, moves, ruleset: rulesetOf(tags), name: text };
    },
    write: (fen, moves) => write(fen, moves),
    langOfMoves: () => langOfMoves(study.get().notation, i18n),
    chooseOpening: () => findOpening(again),
    addLines(lines) {
      study.addLines(study.get().at, lines);
      notify(t("analysis.main.added", { lines: lines.length }));
    },
  });

  return {
    show(...opened: Parameters<typeof sheet.show>) {
      again = () => sheet.show(...opened);
      again();
    },
  };
}
