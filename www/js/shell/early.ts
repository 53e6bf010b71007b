// Runs before the first paint, so that the page never flashes in a theme or language that the person has not chosen.
// This is a classic script: it works without the page's modules, and shows an error if one of them cannot be loaded.
(() => {
  const { dataset = {} } = (document.currentScript ?? {}) as Partial<HTMLScriptElement>;
  /** The stored settings, whose content is unknown: each field is checked before it is used. */
  let settings: Record<string, unknown> = {};
  // A first visit begins at the start screen, whose layout must be in place at the first paint.
  let isFirst = dataset.start !== undefined && location.hash.length < 2;
  try {
    isFirst &&= localStorage.getItem("chuhe:game") === null;
    settings = JSON.parse(localStorage.getItem("chuhe:settings") ?? "{}") ?? {};
  } catch {
    // The page's modules report unreadable storage.
  }
  const root = document.documentElement;
  const systemIsDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = settings.theme === "light" || settings.theme === "dark" ? settings.theme : null;
  root.dataset.theme = theme ?? (systemIsDark ? "dark" : "light");
  const systemReduces = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const reduces = settings.motion === "reduced" || (settings.motion !== "full" && systemReduces);
  root.dataset.motion = reduces ? "reduced" : "full";
  if (isFirst) {
    root.dataset.screen = "start";
    delete root.dataset.nav;
  }
  // Returns the page's language for the chosen language or one of the browser's languages. Must agree with
  // languages.ts.
  const languageOf = (tag: string) =>
    /^(?:zh-(?:hant|tw|hk|mo)|yue)(?:-|$)/i.test(tag) ? "zh-Hant" : tag.toLowerCase().split("-")[0];
  const chosen = typeof settings.lang === "string" ? [settings.lang] : [];
  const languages = [...chosen, ...navigator.languages].map(languageOf);
  const offered = dataset.langs?.split(" ") ?? [];
  const lang = languages.find((one) => one && offered.includes(one)) ?? "en";
  root.lang = lang === "zh" ? "zh-CN" : lang;
  // Preloads the messages, since they are needed at the same time as the page's module. The attributes of this script's
  // tag have their addresses.
  const href = dataset[`words${lang.replace("-", "")}`];
  const fetchMessages = () => {
    const link = document.createElement("link");
    Object.assign(link, { as: "fetch", crossOrigin: "anonymous", rel: "preload", href });
    if (href) document.head.append(link);
  };
  // A page that begins with the board preloads the messages later, so that the board comes first.
  if (dataset.start === undefined) fetchMessages();
  else document.addEventListener("DOMContentLoaded", fetchMessages);
  const onError = ({ target }: Event) => {
    const wordless = document.getElementById("wordless");
    if (wordless && target instanceof HTMLScriptElement) wordless.hidden = false;
  };
  addEventListener("error", onError, { capture: true });
})();
