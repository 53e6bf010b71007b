/** Loads a stylesheet once. Resolves when it applies, or if it is there already; rejects if it cannot be loaded. */
export function loadStylesheet({ href }: URL): Promise<void> {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  const loaded = new Promise<void>((resolve, reject) => {
    link.addEventListener("load", () => resolve(), { once: true });
    link.addEventListener("error", () => (link.remove(), reject(new Error(href))), { once: true });
  });
  document.head.append(link);
  return loaded;
}
