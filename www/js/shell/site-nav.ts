// The site's navigation on phones: the button "More" in its bar, and the button that opens the navigation during a
// game.

/** Shows the navigation bar on phones, or hides it, as during a game. */
export function showSiteNav(isShown: boolean): void {
  const { dataset } = document.documentElement;
  if (isShown) delete dataset.nav;
  else dataset.nav = "away";
}

/** Makes both buttons open and close the menu. A click on a link, Escape, and a press or focus outside close it too. */
export function bindSiteNav(): void {
  const nav = document.querySelector(".site-nav");
  if (!nav) return;
  const openers = [...document.querySelectorAll<HTMLButtonElement>(".site-more, #pages")];
  const isOpen = () => nav.classList.contains("is-open");

  function open(isShown: boolean) {
    nav?.classList.toggle("is-open", isShown);
    for (const opener of openers) opener.setAttribute("aria-expanded", String(isShown));
  }

  for (const opener of openers)
    opener.addEventListener("click", () => {
      open(!isOpen());
      // The links come before this button in the page, so Tab from the button would not reach them.
      if (isOpen() && opener.id === "pages") nav.querySelector("a")?.focus();
    });
  nav.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a")) open(false);
  });
  const isOutside = (target: EventTarget | null) =>
    target instanceof Node && ![nav, ...openers].some((part) => part.contains(target));
  for (const leaving of ["pointerdown", "focusin"])
    document.addEventListener(leaving, ({ target }) => isOutside(target) && open(false));
  document.addEventListener(
    "keydown",
    (event) => {
      // In a wide window, neither the buttons nor a menu that was opened in a narrow window are visible.
      const opener = openers.find((each) => each.getClientRects().length > 0);
      if (event.key !== "Escape" || !isOpen() || !opener) return;
      event.stopPropagation();
      open(false);
      opener.focus();
    },
    { capture: true },
  );
}
