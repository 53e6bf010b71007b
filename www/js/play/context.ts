import type { I18n } from "../core/i18n.ts";
import type { Rules } from "../rules/records.ts";
import type { RatingMeasure } from "../rules/rules.ts";
import type { PageStorage } from "../shell/storage.ts";
import type { Announce, Notify } from "../ui/notice.ts";
import type { GameController } from "./game-controller.ts";
import type { PlayStore } from "./state.ts";

/** The services and the game that the parts of the page share. */
export interface Page {
  store: PlayStore;
  storage: PageStorage;
  i18n: I18n;
  t: I18n["t"];
  notify: Notify;
  announce: Announce;
  /** Does nothing until the rules are loaded. */
  controller: GameController;
  /** Null until the rules are loaded. */
  rules: Rules | null;
  /** Null until the rules are loaded. */
  measure: RatingMeasure | null;
}
