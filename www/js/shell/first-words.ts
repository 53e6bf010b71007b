// Runs at the end of the page's visible part, usually before the first paint. Shows the words that the release has put
// into the page, in the language that early.ts has chosen, so that the page is never seen without words while scripts
// and locale files load. During development the page has no such words.
(() => {
  const { kept, later = "" } = document.currentScript?.dataset ?? {};
  const text = document.getElementById("first-words")?.textContent;
  const words: Record<string, { lines: Record<string, string>; files: string[] }> = text
    ? JSON.parse(text)
    : {};
  const { lines = {}, files = [] } = words[document.documentElement.lang] ?? {};

  // The words of `data-first` are for a first visit to an address without a game or position.
  let isFirst = kept !== undefined && location.hash.length < 2;
  try {
    isFirst &&= !Object.keys(localStorage).some((key) => key.startsWith(kept ?? ""));
  } catch {
    // Without storage, each visit counts as the first.
  }
  document.documentElement.dataset.said = isFirst && text ? "first" : "";
  for (const element of document.querySelectorAll<HTMLElement>("[data-i18n], [data-first]")) {
    const { i18n, first } = element.dataset;
    const line = (i18n && lines[i18n]) || (isFirst && first && lines[first]);
    if (line) element.textContent = line;
  }

  // Large files are requested after the first frame, so that the visible part loads first. If the page has a service
  // worker, the files load fast enough when the scripts request them, since the service worker has all files.
  let isRequested = false;
  const request = () => {
    if (isRequested || navigator.serviceWorker?.controller) return;
    isRequested = true;
    for (const href of [...files, ...later.split(" ").filter(Boolean)]) {
      const link = document.createElement("link");
      document.head.append(
        Object.assign(link, { as: "fetch", crossOrigin: "anonymous", rel: "preload", href }),
      );
    }
  };
  requestAnimationFrame(() => setTimeout(request));
  setTimeout(request, 1000); // a page in the background has no frames
})();
