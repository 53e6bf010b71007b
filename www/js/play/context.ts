// What the parts of the page share: made once by main.js and handed to each part, so that none of them looks for it.

/**
 * @typedef {object} Page
 * @property {ReturnType<typeof import("./state.ts").createStore>} store
 * @property {import("../shell/storage.ts").PageStorage} storage
 * @property {import("../core/i18n.ts").I18n} i18n
 * @property {import("../core/i18n.ts").I18n["t"]} t
 * @property {import("../ui/notice.ts").Notify} notify  for eyes and ears
 * @property {(words: string) => void} announce  for ears
 * @property {import("./game-controller.ts").GameController} controller  does nothing until the rules are loaded
 * @property {import("../rules/records.ts").Rules|null} rules             likewise
 * @property {import("./rating.ts").Measure|null} measure          likewise; what ratings are made by
 */

// oxlint-disable-next-line unicorn/require-module-specifiers -- it is what makes this file a module
export {};
