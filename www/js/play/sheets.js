// What is fetched when it is first asked for, and needs nothing of the page but itself.

import { lazily } from "../shell/lazily.ts";

/**
 * @param {import("./context.js").Page} page
 * @param {Parameters<typeof import("./panels/menu.js").createMenu>[1] & { sit: (turning: import("../core/game-record.ts").BoardTurning) => void, board: () => void }} actions
 * @param {() => boolean} mayReferee  whether there is a repetition to ask about
 */
export const createSheets = (page, actions, mayReferee) => ({
  hinting: lazily(page, async () => {
    const { createHint } = await import("./hint.js");
    return createHint(page);
  }),
  menu: lazily(page, async () => {
    const { createMenu } = await import("./panels/menu.js");
    return createMenu(page.i18n, actions, mayReferee);
  }),
  insisting: lazily(page, async () => {
    const { createInsist } = await import("./panels/insist.js");
    return createInsist(page.i18n, () => page.controller.undo());
  }),
  veiling: lazily(page, async () => {
    const { createPauseVeil } = await import("./panels/pause-veil.js");
    return createPauseVeil(page, actions.board);
  }),
  speaking: lazily(page, async () => {
    const { createSpeech } = await import("./speech.js");
    return createSpeech(page);
  }),
  seating: lazily(page, async () => {
    const { createSeating } = await import("./panels/seating.js");
    return createSeating(page.i18n, actions.sit);
  }),
  helping: lazily(page, async () => {
    const { createHelp } = await import("../shell/help.ts");
    return createHelp(page.i18n);
  }),
});
