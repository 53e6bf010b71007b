// Stylesheets of parts that are fetched when they are first used.

/** @param {URL} address @returns {Promise<void>} settles when it is applied; rejects when it cannot be had */
export function loadStylesheet({ href }) {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  const come = new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve(undefined), { once: true });
    link.addEventListener("error", () => (link.remove(), reject(new Error(href))), { once: true });
  });
  document.head.append(link);
  return come;
}
