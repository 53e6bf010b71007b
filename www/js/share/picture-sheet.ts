// The sheet that makes a picture of a position, for a worksheet, a page or a message. What is chosen stays chosen as long
// as the page is open; what it gives away of the solution is never there unasked.

import { el, button, i18nElement, setText } from "../ui/dom.ts";
import { choice, fields, makeSheet, show, submit, toggle } from "../ui/sheet-parts.ts";
import { formatDay } from "../rules/records.ts";
import { downloadFile } from "../core/download.ts";
import { copyImage, offer } from "./web-share.ts";
import { SIZES, canvasOf, drawingOf, png, ratioOf, sideToMove, svgText } from "./picture.ts";

/** @typedef {import("./picture.ts").Pictured} Pictured */
/** @typedef {"turn"|"last"|"drawn"|"coordinates"} Part */

/** @type {readonly Part[]} */
const PARTS = ["turn", "last", "drawn", "coordinates"];
const FORMATS = /** @type {const} */ ([
  ["png", "picture.format.png"],
  ["svg", "picture.format.svg"],
]);

/** What a picture is called: what it is of, who moves, and the day. @param {Pictured} pictured @param {string} format */
export const pictureName = ({ name, board }, format) =>
  `chuhe-${name}-${sideToMove(board)}-${formatDay(new Date())}.${format}`;

/** @param {import("../core/i18n.ts").I18n} i18n */
export function createPictureSheet(i18n) {
  const { form, frame, told, copy, rows } = makeForm();
  const dialog = makeSheet("picture", "picture.title", i18n, form);
  const field = fields(form);
  /** @type {Pictured|null} */
  let pictured = null;
  /** Which drawing is the newest: a slower one that was asked for before it is not shown. */
  let newest = 0;

  const format = () => /** @type {"png"|"svg"} */ (field("format").value);
  const drawing = (/** @type {Pictured} */ of) => {
    const [turn, last, drawn, coordinates] = PARTS.map((part) => field(part).checked);
    const size = /** @type {keyof typeof SIZES} */ (field("size").value);
    return drawingOf(of, { turn, last, drawn, coordinates, size }, i18n);
  };
  const asPng = async (/** @type {Pictured} */ of) => png(await canvasOf(of.board, drawing(of)));
  const asSvg = (/** @type {Pictured} */ of) => svgText(of.board, drawing(of));

  /** What will be saved, as large as there is room for it here. */
  async function preview() {
    if (!pictured) return;
    const number = ++newest;
    frame.setAttribute("aria-busy", "true");
    const wanted = drawing(pictured);
    const width = Math.floor(Math.min(frame.clientWidth, frame.clientHeight / ratioOf(wanted)));
    const made =
      format() === "svg"
        ? parsed(await asSvg(pictured))
        : await canvasOf(pictured.board, { ...wanted, width: width * devicePixelRatio });
    if (number !== newest) return;
    made.style.width = `${width}px`;
    frame.replaceChildren(made);
    frame.setAttribute("aria-label", wanted.title);
    frame.setAttribute("aria-busy", "false");
  }

  async function save() {
    if (!pictured) return;
    const name = pictureName(pictured, format());
    const isSvg = format() === "svg";
    const type = isSvg ? "image/svg+xml" : "image/png";
    const file = new File([isSvg ? await asSvg(pictured) : await asPng(pictured)], name, { type });
    if (await offer({ files: [file] })) return;
    downloadFile(name, file);
    setText(told, i18n.t("export.saved", { name }));
  }

  const failed = () => setText(told, i18n.t("share.failed"));
  form.addEventListener("change", () => {
    setText(told, "");
    void preview().catch(failed);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void save().catch(failed);
  });
  copy.addEventListener("click", async () => {
    if (!pictured) return;
    const copied = await copyImage(asPng(pictured));
    setText(told, i18n.t(copied ? "share.pictureCopied" : "share.failed"));
  });

  return {
    /** @param {Pictured} of */
    show(of) {
      pictured = of;
      rows.last.hidden = of.board.lastMove === null;
      rows.drawn.hidden = of.shapes.length === 0;
      setText(told, "");
      show(dialog);
      void preview().catch(failed);
    },
  };
}

/** @param {string} text of an SVG file */
function parsed(text) {
  const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
  return /** @type {Element & ElementCSSInlineStyle} */ (
    document.importNode(documentElement, true)
  );
}

function makeForm() {
  const frame = el("div", "picture-frame");
  frame.setAttribute("role", "img");
  const rows = {
    turn: toggle("turn", "picture.turn"),
    last: toggle("last", "picture.last"),
    drawn: toggle("drawn", "picture.drawn"),
    coordinates: toggle("coordinates", "picture.coordinates"),
  };
  /** @type {HTMLInputElement} */ (rows.turn.querySelector("input")).checked = true;
  const sizes = Object.keys(SIZES).map(
    (size) => /** @type {const} */ ([size, `picture.size.${size}`]),
  );
  const size = choice("picture.size", "size", sizes);
  const format = choice("picture.format", "format", FORMATS);
  format.append(i18nElement("p", "picture.formatHint", "hint"));
  for (const [group, value] of /** @type {const} */ ([
    [size, "medium"],
    [format, "png"],
  ]))
    /** @type {HTMLInputElement} */ (group.querySelector(`[value=${value}]`)).checked = true;
  const told = el("p", "hint export-said");
  told.setAttribute("role", "status");
  const copy = button("button", () => {});
  copy.id = "picture-copy";
  copy.dataset.i18n = "share.copyPicture";
  const actions = el("div", "sheet-actions is-pair", copy, submit("share.savePicture"));
  const form = el(
    "form",
    "",
    frame,
    actions,
    told,
    ...PARTS.map((part) => rows[part]),
    size,
    format,
  );
  form.id = "picture-form";
  return { form, frame, told, copy, rows };
}
