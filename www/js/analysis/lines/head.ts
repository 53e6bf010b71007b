// Above the engine's lines: the switch, how the sides stand, how many lines, and how the thinking is coming along.

import { button, el, setText } from "../../ui/dom.ts";
import { MOST_LINES } from "./engine-line.ts";

/**
 * @typedef {object} Head
 * @property {boolean} on
 * @property {number} count
 * @property {string} score        in a few characters; empty when there is none
 * @property {string} scoreWords
 * @property {"red"|"black"|"even"} tone
 * @property {string[]} facts      how the thinking goes
 * @property {{ words: string, act: () => void }|null} offer   what can be done about it
 * @property {boolean} isBusy
 * @property {boolean|null} threat   whether it is shown; null where there can be none
 */

/**
 * @param {HTMLElement} host @param {import("../../core/i18n.ts").I18n} i18n
 * @param {{ onSwitch: (on: boolean) => void, onCount: (count: number) => void, onThreat: () => void }} actions
 */
export function createHead(host, i18n, { onSwitch, onCount, onThreat }) {
  const input = el("input");
  input.type = "checkbox";
  input.setAttribute("role", "switch");
  input.addEventListener("change", () => onSwitch(input.checked));
  const name = el("span", "lines-name");
  const score = el("span", "lines-score");
  const words = el("span", "lines-words");
  const list = el("select", "lines-count");
  for (let count = 1; count <= MOST_LINES; count++) list.append(new Option("", String(count)));
  list.addEventListener("change", () => onCount(Number(list.value)));
  const facts = el("p", "lines-facts");
  /** @type {() => void} */
  let act = () => {};
  const offer = button("button button-small lines-offer", () => act());
  const threat = button("button button-small lines-threat", onThreat);
  const label = el("label", "lines-switch", input, name);
  const below = el("div", "lines-status", facts, offer, threat);
  host.append(el("div", "lines-top", label, score, words, list), below);

  return {
    /** @param {Head} head */
    update(head) {
      const { t } = i18n;
      input.checked = head.on;
      setText(name, t("analysis.lines.engine"));
      setText(score, head.score);
      score.dataset.tone = head.tone;
      setText(words, head.scoreWords);
      list.value = String(head.count);
      list.disabled = !head.on;
      list.setAttribute("aria-label", t("analysis.lines.count"));
      for (const option of list.options) {
        const count = Number(option.value);
        setText(option, t("analysis.lines.count.of", { count }));
      }
      host.classList.toggle("is-busy", head.isBusy);
      fill(facts, head.facts);
      below.hidden = head.facts.length === 0 && !head.offer && head.threat === null;
      threat.hidden = head.threat === null;
      threat.setAttribute("aria-pressed", String(head.threat === true));
      threat.title = t("analysis.lines.threat.title");
      setText(threat, t("analysis.lines.threat"));
      label.title = `${t("analysis.lines.engine")} (L)`;
      act = head.offer?.act ?? act;
      offer.hidden = head.offer === null;
      setText(offer, head.offer?.words ?? "");
    },
  };
}

/** @param {HTMLElement} host @param {string[]} parts */
function fill(host, parts) {
  while (host.childElementCount > parts.length) host.lastElementChild?.remove();
  while (host.childElementCount < parts.length) host.append(el("span"));
  parts.forEach((part, index) => setText(host.children[index], part));
}
