// The type of the message keys: a key that is in no locale file does not compile.

import type shared from "../../locales/en.json";
import type analysis from "../../locales/analysis/en.json";
import type book from "../../locales/book/en.json";
import type elements from "../../locales/elements/en.json";
import type friend from "../../locales/friend/en.json";
import type lab from "../../locales/lab/en.json";
import type learn from "../../locales/learn/en.json";
import type library from "../../locales/library/en.json";
import type packs from "../../locales/packs/en.json";
import type play from "../../locales/play/en.json";
import type puzzles from "../../locales/puzzles/en.json";
import type referee from "../../locales/referee/en.json";
import type solved from "../../locales/solved/en.json";
import type worksheet from "../../locales/worksheet/en.json";

type WrittenKey = keyof (typeof shared &
  typeof analysis &
  typeof book &
  typeof elements &
  typeof friend &
  typeof lab &
  typeof learn &
  typeof library &
  typeof packs &
  typeof play &
  typeof puzzles &
  typeof referee &
  typeof solved &
  typeof worksheet);

/**
 * Prefixes of keys that end with a code from the rules, a data file or a lesson. The compiler does not know the codes;
 * `i18n.test.ts` checks the keys that end users meet in errors, rules and settings. Few of them: the compiler compares
 * each with all written keys, and gives up at 100,000 comparisons.
 */
type CodedFamily =
  | "analysis.draw.pen"
  | "analysis.review.a"
  | "analysis.review.label"
  | "analysis.review.retry"
  | "analysis.review.why"
  | "analysis.review.worth"
  | "analysis.sign"
  | "ending"
  | "engine.http.fault"
  | "error"
  | "fen"
  | "flash"
  | "format"
  | "insist"
  | "lab.compare.column"
  | "lab.route"
  | "lab.tree"
  | "learn.moves"
  | "learn.part"
  | "learn.want"
  | "learn.worth"
  | "looks"
  | "loss"
  | "menu"
  | "new"
  | "piece"
  | "play.rule"
  | "practice.a"
  | "practice.fact"
  | "reason"
  | "record"
  | "referee.asian"
  | "referee.chinese"
  | "referee.pattern"
  | "refusal"
  | "say.way"
  | "say.words"
  | "settings"
  | "theme";

export type MessageKey =
  | WrittenKey
  | `${CodedFamily}.${string}`
  | `lab.compare.method.${string}.name`
  | `level.${number}.${"name" | "hint"}`
  | `learn.${string}.${"hint" | "lead" | "task" | "text" | "title"}`;
