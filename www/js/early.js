// Runs before the first paint, so that a chosen theme or language never flashes past in another one,
// and outlives a main.js that does not come. A classic script, kept this small on purpose; main.js takes
// over as soon as it is there.
(() => {
  /** @type {any} */
  let settings = {};
  // A first visit begins at the start screen, laid out as such from the first paint on.
  let isFirst = document.currentScript?.dataset.start !== undefined && location.hash.length < 2;
  try {
    isFirst &&= localStorage.getItem("chuhe:game") === null;
    settings = JSON.parse(localStorage.getItem("chuhe:settings") ?? "{}") ?? {};
  } catch {
    // An unreadable store is main.js's to report.
  }
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const chosen = settings.theme === "light" || settings.theme === "dark" ? settings.theme : null;
  root.dataset.theme = chosen ?? (dark ? "dark" : "light");
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const still = settings.motion === "reduced" || (settings.motion !== "full" && calm);
  root.dataset.motion = still ? "reduced" : "full";
  if (isFirst) root.dataset.screen = "start";
  root.lang = settings.lang === "en" ? "en" : "zh-CN";
  // The page's words are needed as soon as its script; the tag of this one knows where they are.
  const { dataset = {} } = /** @type {HTMLElement} */ (document.currentScript) ?? {};
  const spoken = [settings.lang ?? [], navigator.languages.map((tag) => tag.split("-")[0]), "en"];
  const words = spoken.flat().find((lang) => `words${lang}` in dataset);
  if (words) {
    const link = document.createElement("link");
    const where = /** @type {string} */ (dataset[`words${words}`]);
    Object.assign(link, { as: "fetch", crossOrigin: "anonymous", rel: "preload", href: where });
    document.head.append(link);
  }
  const onError = (/** @type {Event} */ { target }) => {
    const wordless = document.getElementById("wordless");
    if (wordless && target instanceof HTMLScriptElement) wordless.hidden = false;
  };
  addEventListener("error", onError, { capture: true });
})();
