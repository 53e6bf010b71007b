// Runs where the page's visible part ends, as a rule before that is painted: what a release has put into the page of each
// language's words is said in the one that early.js has found, so that nobody looks at a page without words until its
// scripts and its locale files are there. While developing there are no such words, and nothing is said earlier.
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { kept, later = "" } = script.dataset;
  const given = document.getElementById("first-words")?.textContent;
  /** @type {{ lines?: Record<string, string>, files?: string[] }} */
  const { lines = {}, files = [] } = given ? JSON.parse(given)[document.documentElement.lang] : {};

  // What `data-first` says holds for who comes here first and for nothing in particular.
  let isFirst = kept !== undefined && location.hash.length < 2;
  try {
    isFirst &&= !Object.keys(localStorage).some((key) => key.startsWith(kept ?? ""));
  } catch {
    // No store: each visit is a first one.
  }
  document.documentElement.dataset.said = isFirst && given ? "first" : "";
  for (const element of document.querySelectorAll("[data-i18n], [data-first]")) {
    const { i18n, first } = /** @type {HTMLElement} */ (element).dataset;
    const line = (i18n && lines[i18n]) || (isFirst && first && lines[first]);
    if (line) element.textContent = line;
  }

  // What takes longer to come leaves the line to what is to be seen, and follows at once. Where the service worker
  // has everything, the scripts ask no later than this.
  let asked = false;
  const ask = () => {
    if (asked || navigator.serviceWorker?.controller) return;
    asked = true;
    for (const href of [...files, ...later.split(" ").filter(Boolean)]) {
      const link = document.createElement("link");
      document.head.append(
        Object.assign(link, { as: "fetch", crossOrigin: "anonymous", rel: "preload", href }),
      );
    }
  };
  requestAnimationFrame(() => setTimeout(ask));
  setTimeout(ask, 1000); // a page in the background has no frames
})();
