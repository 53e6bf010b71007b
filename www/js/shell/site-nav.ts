// The site's navigation on phones: "More" in its bar, and the button that brings it up while a game is played.

/** On phones it stands in the page's bar, or is out of the way of a game. @param {boolean} isShown */
export function showSiteNav(isShown) {
  const { dataset } = document.documentElement;
  if (isShown) delete dataset.nav;
  else dataset.nav = "away";
}

/** Lets both buttons open and close it; a way chosen, Escape and a press elsewhere close it too. */
export function bindSiteNav() {
  const nav = document.querySelector(".site-nav");
  if (!nav) return;
  /** @type {HTMLButtonElement[]} */
  const openers = [...document.querySelectorAll(/** @type {"button"} */ (".site-more, #pages"))];
  const isOpen = () => nav.classList.contains("is-open");

  /** @param {boolean} isShown */
  function open(isShown) {
    nav?.classList.toggle("is-open", isShown);
    for (const opener of openers) opener.setAttribute("aria-expanded", String(isShown));
  }

  for (const opener of openers)
    opener.addEventListener("click", () => {
      open(!isOpen());
      // The links stand before this button in the page, so that Tab would not reach them.
      if (isOpen() && opener.id === "pages") nav.querySelector("a")?.focus();
    });
  nav.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a")) open(false);
  });
  const isOutside = (/** @type {EventTarget|null} */ target) =>
    target instanceof Node && ![nav, ...openers].some((part) => part.contains(target));
  for (const leaving of ["pointerdown", "focusin"])
    document.addEventListener(leaving, ({ target }) => isOutside(target) && open(false));
  document.addEventListener(
    "keydown",
    (event) => {
      // In a wide window there is no opener, and what was opened in a narrow one is not seen.
      const opener = openers.find((one) => one.getClientRects().length > 0);
      if (event.key !== "Escape" || !isOpen() || !opener) return;
      event.stopPropagation();
      open(false);
      opener.focus();
    },
    { capture: true },
  );
}
