// Runs before the first paint, so that a chosen theme or language never flashes past in another one,
// and outlives a main.js that does not come. A classic script, kept this small on purpose; main.js takes
// over as soon as it is there.
(() => {
  /** What was stored: each field is looked at before it is used. @type {Record<string, unknown>} */
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
  if (isFirst) {
    root.dataset.screen = "start";
    delete root.dataset.nav;
  }
  // As languages.js has it: the language that a chosen or a browser's language leads to.
  const lead = (/** @type {string} */ tag) =>
    /^(?:zh-(?:hant|tw|hk|mo)|yue)(?:-|$)/i.test(tag) ? "zh-Hant" : tag.toLowerCase().split("-")[0];
  const wanted = typeof settings.lang === "string" ? [settings.lang] : [];
  const spoken = [...wanted, ...navigator.languages].map(lead);
  const lang = spoken.find((one) => ["zh", "zh-Hant", "en", "vi"].includes(one)) ?? "en";
  root.lang = lang === "zh" ? "zh-CN" : lang;
  // The page's words are needed as soon as its script; the tag of this one knows where they are.
  const { dataset = {} } = /** @type {HTMLElement} */ (document.currentScript) ?? {};
  const where = dataset[`words${lang.replace("-", "")}`];
  const fetchWords = () => {
    const link = document.createElement("link");
    Object.assign(link, { as: "fetch", crossOrigin: "anonymous", rel: "preload", href: where });
    if (where) document.head.append(link);
  };
  // Where the board comes first, they come after it.
  if (dataset.start === undefined) fetchWords();
  else document.addEventListener("DOMContentLoaded", fetchWords);
  const onError = (/** @type {Event} */ { target }) => {
    const wordless = document.getElementById("wordless");
    if (wordless && target instanceof HTMLScriptElement) wordless.hidden = false;
  };
  addEventListener("error", onError, { capture: true });
})();
