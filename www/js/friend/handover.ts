// Passes finished games on to the library and the analysis.

import { defaultGame } from "../core/game-record.ts";
import type { GameEnd, GameRecord } from "../core/game-record.ts";
import { textIn } from "../core/languages.ts";
import type { Side } from "../core/xiangqi.ts";
import { formatDay, openingOf, rulesetTag, writeRecord } from "../rules/records.ts";
import type { Rules } from "../rules/records.ts";
import type { PageShell } from "../shell/create-page.ts";
import { analysisAddress } from "../study/session-transfer.ts";
import { FriendGame } from "./actions.ts";
import type { FriendGames } from "./friend-games.ts";
import type { FriendRoom } from "./friend-room.ts";
import type { KeptGame } from "./friend-storage.ts";

export type Handover = ReturnType<typeof createHandover>;

export function createHandover(
  { i18n, t, notify, preferences }: PageShell,
  loaded: () => { rules: Rules; games: FriendGames; room: FriendRoom } | null,
) {
  /** The ids of the games that are being saved or could not be saved automatically. */
  const tried = new Set<string>();

  /** Returns the game as a record with its end; the caller has the rules. */
  function recordOf({ Game }: Rules, { terms, actions }: KeptGame): GameRecord {
    const game = new FriendGame(Game, terms, actions);
    const { moves, end } = game;
    game.free();
    const { startFen, ruleset } = terms;
    const ended = endOf(end);
    return { ...defaultGame(), startFen, ruleset, moves, ply: moves.length, mode: "local", ended };
  }

  function pgnOf(rules: Rules, record: GameRecord, { own, name, begun, terms }: KeptGame): string {
    const [side] = Object.keys(own).length === 1 ? (Object.keys(own) as Side[]) : [];
    const opening = openingOf(rules.Game, record);
    return writeRecord(rules, record, "pgn-iccs", {
      Date: formatDay(new Date(begun), "."),
      ...(side && playersOf(side, t("export.person"), name || t("friend.unnamed"))),
      ...rulesetTag(terms.ruleset),
      ...(opening && { Opening: textIn(opening, i18n.lang).text }),
    });
  }

  async function save(game: KeptGame) {
    const parts = loaded();
    if (!parts || tried.has(game.terms.id)) return;
    tried.add(game.terms.id);
    const { rules, games, room } = parts;
    try {
      const { queueGame } = await import("../database/library-store.ts");
      await queueGame(pgnOf(rules, recordOf(rules, game), game));
      const newest = games.find(game.terms.id);
      const saved = newest && games.setLocal(newest, { isSaved: true });
      const { game: shown, received } = room.get();
      if (saved && !received && shown?.terms.id === saved.terms.id) room.show(saved);
    } catch {
      notify(t("notice.notKept"), { ms: 12_000 });
    }
  }

  return {
    /** Opens the analysis with a game. */
    analyse(game: KeptGame) {
      const parts = loaded();
      if (!parts) return;
      const record = recordOf(parts.rules, game);
      const pgn = pgnOf(parts.rules, record, game);
      const transfer = {
        pgn,
        ply: record.ply,
        flipped: game.own.black !== undefined && game.own.red === undefined,
        isRecord: true,
        game: null,
      };
      location.assign(analysisAddress(transfer, record, () => localStorage));
    },

    /** Saves a game to the library because the person asks for it. */
    save(game: KeptGame) {
      tried.delete(game.terms.id);
      void save(game);
    },

    /** Saves the game on the board to the library if it is over, unless the settings forbid it. */
    saveFinished() {
      const { game, received } = loaded()?.room.get() ?? {};
      const isOver = loaded()?.room.replayed?.isOver ?? false;
      const isOwn = game ? Object.keys(game.own).length > 0 : false;
      if (!game || received || !isOver || !isOwn || game.isSaved || game.actions.length === 0)
        return;
      if (preferences.settings.keepGames) void save(game);
    },
  };
}

/** Returns the declared end as records know it: who has left has resigned. */
function endOf(end: { reason: string; side: Side | null } | null): GameEnd | null {
  if (!end) return null;
  const { side } = end;
  if (end.reason === "time") return { reason: "time", side };
  return { reason: side ? "resignation" : "agreement", side };
}

const playersOf = (side: Side, person: string, friend: string) =>
  side === "red" ? { Red: person, Black: friend } : { Red: friend, Black: person };
