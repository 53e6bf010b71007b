// The settings of a person, which apply to every page. Each setting is one entry of `SETTINGS`, which defines the type,
// the check and the form field of the setting.

import type { MessageKey } from "../core/message-keys.ts";
import { BOARDS, MOTIONS, SETS } from "../board/looks.ts";
import { LANGS } from "../core/languages.ts";
import { isIntegerIn } from "../core/numbers.ts";
import { parseVersion } from "../core/stored.ts";
import { NOTATIONS } from "../core/xiangqi.ts";

const SETTINGS_VERSION = 1;
/** The sizes of the engine's memory in MB that a person can choose. */
const MEMORY_SIZES: readonly number[] = [16, 32, 64, 128, 256, 512];
/** The most threads that the engine can have. */
export const MAX_CORES = 64;

/**
 * The kind of a setting's field in the settings sheet. A "look" is a choice between pictures, with the locale keys
 * `looks.NAME` and `looks.NAME.VALUE`.
 */
type FieldKind = "language" | "look" | "choice" | "switch" | "range" | "list";

interface Field<Kind extends FieldKind> {
  kind: Kind;
  /** The locale key of the field's label, if it is not `settings.NAME`. An option has the key `settings.NAME.VALUE`. */
  label?: MessageKey;
  /** True if the field has a hint, whose locale key is `settings.NAME.hint`. */
  hint?: boolean;
  /** True if the switch is on every page with a board, not only on the page of the game. */
  onBoards?: boolean;
}

interface Setting<Value, Kind extends FieldKind = FieldKind> extends Field<Kind> {
  initial: Value;
  /** Returns true if a stored value is valid for the setting. */
  accepts: (stored: unknown) => boolean;
}

const oneOf = <const Value, Initial extends Value | null, Kind extends FieldKind>(
  initial: Initial,
  values: readonly Value[],
  field: Field<Kind>,
): Setting<Value | Initial, Kind> & { values: readonly Value[] } => ({
  ...field,
  initial,
  values,
  accepts: (stored) => values.some((value) => value === stored),
});

const integerIn = <Initial extends number | null, Kind extends FieldKind>(
  initial: Initial,
  [low, high]: [number, number],
  field: Field<Kind>,
): Setting<number | Initial, Kind> => ({
  ...field,
  initial,
  accepts: (stored) => isIntegerIn(stored, low, high),
});

const onOrOff = <Initial extends boolean | null>(
  initial: Initial,
  field: Omit<Field<"switch">, "kind"> = {},
): Setting<boolean | Initial, "switch"> => ({
  kind: "switch",
  ...field,
  initial,
  accepts: (stored) => typeof stored === "boolean",
});

/** All settings, in the order in which the settings sheet shows them. */
export const SETTINGS = {
  /** Null: the browser's language. */
  lang: oneOf(null, LANGS, { kind: "language", label: "settings.language" }),
  pieces: oneOf("brush", SETS, { kind: "look" }),
  board: oneOf("wood", BOARDS, { kind: "look" }),
  motion: oneOf("system", MOTIONS, { kind: "look" }),
  theme: oneOf("system", ["system", "light", "dark"], { kind: "choice" }),
  /** Null: the notation of the language, see `notationOf`. */
  notation: oneOf(null, NOTATIONS, { kind: "choice", hint: true }),
  sound: onOrOff(true, { onBoards: true }),
  music: onOrOff(false),
  /** Volume of sounds and music, 0 to 100. */
  volume: integerIn(70, [0, 100], { kind: "range" }),
  /** Reads moves aloud. */
  speak: onOrOff(false, { hint: true }),
  showDests: onOrOff(true, { label: "settings.dests", onBoards: true }),
  /** Shows an evaluation bar beside the board. */
  evalBar: onOrOff(false),
  /** Shows the moves that the engine considers as arrows on the board. */
  seeThink: onOrOff(false),
  /** Undo must be confirmed (落子无悔: a played move stands). */
  insist: onOrOff(false, { hint: true }),
  /** Asks before a move gives a piece away; null: only for a person who has never played before. */
  warnLoss: onOrOff(null, { hint: true }),
  /** Adds finished games to the library. */
  keepGames: onOrOff(true, { hint: true }),
  /** Processor cores that the engine may use; null: the default of the device. */
  cores: integerIn(null, [1, MAX_CORES], { kind: "list", hint: true }),
  /** The engine's memory in MB; null: the default of the device. */
  memory: oneOf(null, MEMORY_SIZES, { kind: "list", hint: true }),
};

type Schema = typeof SETTINGS;
export type SettingName = keyof Schema;
export type Settings = { [Name in SettingName]: Schema[Name]["initial"] };
/** A setting that is on or off. */
export type Switch = {
  [Name in SettingName]: Schema[Name]["kind"] extends "switch" ? Name : never;
}[SettingName];

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export const isSwitch = (name: SettingName): name is Switch => SETTINGS[name].kind === "switch";

export const SWITCHES = SETTING_NAMES.filter(isSwitch);

/** The switches that are on every page with a board. */
export const BOARD_SWITCHES = SWITCHES.filter((name) => SETTINGS[name].onBoards);

export const defaultSettings = (): Settings => settingsFrom({});

export const encodeSettings = (settings: Settings): string =>
  JSON.stringify({ version: SETTINGS_VERSION, ...settings });

/** Reads stored settings; replaces invalid values by the defaults. */
export const decodeSettings = (text: string | null): Settings =>
  settingsFrom(parseVersion(text, SETTINGS_VERSION) ?? {});

function settingsFrom(stored: { [Name in SettingName]?: unknown }): Settings {
  const values = SETTING_NAMES.map((name) => {
    const { accepts, initial } = SETTINGS[name];
    return [name, accepts(stored[name]) ? stored[name] : initial];
  });
  return Object.fromEntries(values);
}

export function resolveTheme(theme: Settings["theme"], systemIsDark: boolean): "light" | "dark" {
  if (theme === "system") return systemIsDark ? "dark" : "light";
  return theme;
}

/** Returns true if the person has answered that they have never played before. */
export const hasNeverPlayed = ({ rating }: { rating: { experience: string | null } }): boolean =>
  rating.experience === "none";
