import { describeEngineFault, describeRefusal } from "../core/words.ts";
import type { PageShell } from "../shell/create-page.ts";
import { soundOfMove } from "../shell/sound.ts";
import type { createPointer } from "./board-marks.ts";
import type { GameEvent, MoveEvent, RefusedEvent } from "./game-events.ts";
import { describeEvent } from "./game-words.ts";
import type { Commands } from "./play-commands.ts";
import type { Model } from "./play-model.ts";
import type { View } from "./play-view.ts";
import type { Sheets } from "./sheets.ts";

interface EventParts {
  shell: PageShell;
  sheets: Sheets;
  commands: Commands;
  view: View;
  pointer: ReturnType<typeof createPointer>;
}

/**
 * Creates the function that handles the events of the game: shows and announces them, and rates and stores finished
 * games.
 */
export function createEventHandler(
  { page, engine, rating, caution, games }: Model,
  { shell: { sound, toast }, sheets, commands, view, pointer }: EventParts,
) {
  const { store, i18n, t, notify, announce, controller } = page;

  /** Explains why a move was refused, and highlights the pieces whose check the move does not answer. */
  function refuse(event: RefusedEvent) {
    if (event.checkers.length > 0) pointer.point(event.checkers);
    notify(describeRefusal(event, i18n));
  }

  function onMove(event: MoveEvent) {
    const { position, settings } = store.get();
    sound.play(soundOfMove(event, position));
    if (settings.speak) void sheets.speech((speak) => void speak(event, position.check !== null));
    view.showMove(event);
  }

  return (event: GameEvent): void => {
    if (event.type === "refused") return refuse(event);
    if (event.type === "warned") return void commands.warn(event);
    if (event.type === "endangered") {
      commands.leaveStart();
      return void caution.ask(event);
    }
    const words = describeEvent(event, store.get(), i18n);
    if (words) announce(words);
    if (event.type === "engineFailed") {
      notify(describeEngineFault(event.error, i18n), { ms: 12_000 });
      return reportError(event.error);
    }
    if (event.type === "drawDeclined") return notify(t("draw.declined"));
    if (event.type === "drawOffered")
      return notify(t("draw.offered"), {
        ms: 20_000,
        label: t("draw.accept"),
        onAction: () => controller.agree(),
      });
    const isMove = event.type === "move";
    const isPersonsMove = isMove && event.by === "person";
    if (!isMove || isPersonsMove) toast.clear(); // the engine's move leaves a notice, so that it can be read
    pointer.clear();
    if (event.type === "opened") {
      engine.retryFiles();
      caution.forget();
    }
    if (event.type === "opened" || isPersonsMove) commands.leaveStart();
    if (event.type === "ended" || isMove) {
      rating.rateGame();
      void games.addToLibrary();
    }
    if (isPersonsMove) rating.askBeside();
    if (event.type === "ended") sound.play("end");
    if (isMove) onMove(event);
  };
}
