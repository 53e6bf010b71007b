import type { I18n } from "../../core/i18n.ts";
import { button, el, lineIcon, setText } from "../../ui/dom.ts";
import "../../../css/first-steps.css";

/** The answers to the question how well a person plays. */
export const ANSWERS = ["none", "rules", "practice", "strong"] as const;
/** The chapter of the lessons that shows how each piece moves. */
const CHAPTER = "learn.html#seven";
const BOOK =
  "M12 6.5C9.500 4.800 6.500 4.500 4 5v13c2.500-.5 5.500-.2 8 1.500 2.500-1.700 5.500-2 8-1.500V5c-2.500-.5-5.500-.2-8 1.500zM12 6.500v13";
const PICTURE = "M4.500 5.500h15v13h-15zM4.500 15.500l4.500-4.500 4 4 2.500-2.500 4 4";

/** The functions of the button that shows pieces as pictures. */
export interface PictureSwitch {
  /** Switches between pictures and the usual pieces. */
  pictures(): void;
  isOn(): boolean;
}

/**
 * Creates the two buttons for a person who has never played. One shows pieces as pictures; the other opens a lesson on
 * how the pieces move.
 */
export function createFirstSteps({ t }: I18n, { pictures, isOn }: PictureSwitch) {
  const [pictureWords, lessonWords] = [el("span"), el("span")];
  const onPictures = () => {
    pictures();
    update();
  };
  const toggle = button("button first-step", onPictures, lineIcon(PICTURE), pictureWords);
  toggle.id = "first-pictures";
  const lesson = el("a", "button first-step", lineIcon(BOOK), lessonWords);
  Object.assign(lesson, { id: "first-lesson", href: CHAPTER });
  const host = el("div", "first-steps", toggle, lesson);

  function update() {
    toggle.setAttribute("aria-pressed", String(isOn()));
    setText(pictureWords, t("play.pictures"));
    setText(lessonWords, t("play.lesson"));
  }
  update();
  return { host, update };
}
