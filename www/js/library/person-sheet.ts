// The sheet of the players in the library. It shows which spellings are united as one player, and splits them off.

import { html, nothing, render } from "lit-html";
import type { I18n } from "../core/i18n.ts";
import type { Person, Persons } from "../database/types.ts";
import { el } from "../ui/dom.ts";
import { labelOf, makeSheet, show } from "../ui/sheet-parts.ts";

/** The largest number of listed players. */
const MAX_PERSONS = 100;

interface PersonPage {
  /** Returns the players whose names have all words of a text; null if the library is not loaded. */
  find(text: string, limit: number): Promise<Persons | null>;
  /** The spellings that are split off. */
  spellings: { load(): string[]; save(apart: string[]): boolean };
  /** Called when a spelling has been split off or united again. */
  onSplit(): void;
  /** Shows the games of a player. */
  choose(name: string): void;
}

/** Creates the sheet. */
export function createPersonSheet(i18n: I18n, { find, spellings, onSplit, choose }: PersonPage) {
  const { t } = i18n;
  const field = Object.assign(el("input", "library-input"), {
    id: "library-person-search",
    type: "search",
  });
  field.autocomplete = "off";
  const hint = el("p", "hint");
  const list = el("ul", "library-persons");
  const more = el("p", "hint");
  more.setAttribute("role", "status");
  const search = el("div", "field", labelOf("library.filter.player", field.id), field);
  const form = el("form", "", hint, search, list, more);
  const dialog = makeSheet("library-persons", "library.persons", i18n, form);
  /** The number of the latest search; earlier results are dropped. */
  let number = 0;
  /** The names of the players whose spellings are shown. */
  const unfolded = new Set<string>();

  async function update() {
    const own = ++number;
    const found = await find(field.value, MAX_PERSONS).catch(() => null);
    if (own !== number || !found) return;
    hint.textContent = t("library.persons.hint");
    const apart = new Set(spellings.load());
    render(
      found.persons.map((person) => personTemplate(person, apart)),
      list,
    );
    const hidden = found.total - found.persons.length;
    more.textContent =
      found.total === 0
        ? t("library.persons.none")
        : hidden > 0
          ? t("library.persons.more", { n: hidden })
          : "";
  }

  function change(apart: string[]) {
    if (!spellings.save(apart)) return;
    onSplit();
    void update();
  }

  const split = (text: string) => change([...new Set([...spellings.load(), text])]);
  const unite = (text: string) => change(spellings.load().filter((each) => each !== text));

  function pick(person: Person) {
    dialog.close();
    choose(person.name);
  }

  const smallButton = (words: string, label: string, act: () => void) =>
    html`<button
      type="button"
      class="button button-small"
      aria-label=${label}
      @click=${act}
      .textContent=${words}
    ></button>`;

  function personTemplate(person: Person, apart: ReadonlySet<string>) {
    const { name, games, spellings: all } = person;
    const [only] = all;
    const isApart = all.length === 1 && only !== undefined && apart.has(only.text);
    const counted = t("library.label.counted", { name, n: games });
    return html`<li class="library-person">
      <div class="library-person-head">
        <button
          type="button"
          class="button button-quiet library-person-name"
          @click=${() => pick(person)}
          .textContent=${counted}
        ></button>
        ${
          isApart
            ? smallButton(
                t("library.persons.unite"),
                t("library.persons.unite.name", { name }),
                () => unite(only.text),
              )
            : nothing
        }
      </div>
      ${all.length > 1 ? spellingsTemplate(person) : nothing}
    </li>`;
  }

  function spellingsTemplate({ name, spellings: all }: Person) {
    const onToggle = ({ target }: Event) => {
      if ((target as HTMLDetailsElement).open) unfolded.add(name);
      else unfolded.delete(name);
    };
    return html`<details .open=${unfolded.has(name)} @toggle=${onToggle}>
      <summary>${t("library.persons.spellings", { n: all.length })}</summary>
      <ul class="library-spellings">
        ${all.map(
          ({ text, games }) =>
            html`<li>
              <span class="library-spelling"
                >${t("library.label.counted", { name: text, n: games })}</span
              >
              ${smallButton(
                t("library.persons.split"),
                t("library.persons.split.name", { name: text }),
                () => split(text),
              )}
            </li>`,
        )}
      </ul>
    </details>`;
  }

  field.addEventListener("input", () => void update());
  form.addEventListener("submit", (event) => event.preventDefault());

  return {
    /** Opens the sheet. */
    show() {
      void update();
      show(dialog);
      field.focus();
    },
  };
}
