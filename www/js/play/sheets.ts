// What is fetched when it is first asked for, and needs nothing of the page but itself.

import { lazily } from "../shell/lazily.ts";

/**
 * @param {import("./context.ts").Page} page
 * @param {Parameters<typeof import("./panels/menu.ts").createMenu>[1] & { sit: (turning: import("../core/game-record.ts").BoardTurning) => void, board: () => void }} actions
 * @param {() => boolean} mayReferee  whether there is a repetition to ask about
 */
export const createSheets = (page, actions, mayReferee) => ({
  hinting: lazily(page, async () => {
    const { createHint } = await import("./hint.ts");
    return createHint(page);
  }),
  menu: lazily(page, async () => {
    const { createMenu } = await import("./panels/menu.ts");
    return createMenu(page.i18n, actions, mayReferee);
  }),
  insisting: lazily(page, async () => {
    const { createInsist } = await import("./panels/insist.ts");
    return createInsist(page.i18n, () => page.controller.undo());
  }),
  veiling: lazily(page, async () => {
    const { createPauseVeil } = await import("./panels/pause-veil.ts");
    return createPauseVeil(page, actions.board);
  }),
  speaking: lazily(page, async () => {
    const { createSpeech } = await import("./speech.ts");
    return createSpeech(page);
  }),
  seating: lazily(page, async () => {
    const { createSeating } = await import("./panels/seating.ts");
    return createSeating(page.i18n, actions.sit);
  }),
  helping: lazily(page, async () => {
    const { createHelp } = await import("../shell/help.ts");
    return createHelp(page.i18n);
  }),
});
