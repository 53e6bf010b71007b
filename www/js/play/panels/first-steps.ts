// The offer to people who have never played: pieces as pictures, and the chapter that shows all moves in a minute.

import { button, el, lineIcon, setText } from "../../ui/dom.ts";

/** @typedef {ReturnType<typeof import("../later-words.ts").createLaterWords>} Words */

/** The chapter in which all ways to move are shown. */
const CHAPTER = "learn.html#seven";
const BOOK =
  "M12 6.5C9.500 4.800 6.500 4.500 4 5v13c2.500-.5 5.500-.2 8 1.500 2.500-1.700 5.500-2 8-1.500V5c-2.500-.5-5.500-.2-8 1.500zM12 6.500v13";
const PICTURE = "M4.500 5.500h15v13h-15zM4.500 15.500l4.500-4.500 4 4 2.500-2.500 4 4";

/**
 * @param {Words} words
 * @param {{ pictures: () => void, isOn: () => boolean }} pictures  pieces as pictures, on or off
 */
export function createFirstSteps(words, { pictures, isOn }) {
  const [pictured, taught] = [el("span"), el("span")];
  const onPictures = () => {
    pictures();
    update();
  };
  const toggle = button("button first-step", onPictures, lineIcon(PICTURE), pictured);
  toggle.id = "first-pictures";
  const lesson = el("a", "button first-step", lineIcon(BOOK), taught);
  Object.assign(lesson, { id: "first-lesson", href: CHAPTER });
  const host = el("div", "first-steps", toggle, lesson);

  function update() {
    toggle.setAttribute("aria-pressed", String(isOn()));
    setText(pictured, words.t("play.pictures"));
    setText(taught, words.t("play.lesson"));
  }
  update();
  return { host, update };
}
