// The sheet that makes a picture of a position, for a worksheet, a page or a message. The choices are kept while the
// page is open. Parts of the picture that could give away a solution are off at first.

import { downloadFile } from "../core/download.ts";
import type { I18n } from "../core/i18n.ts";
import { formatDay } from "../rules/records.ts";
import { button, el, i18nElement, setText } from "../ui/dom.ts";
import { choice, fields, makeSheet, show, submit, toggle } from "../ui/sheet-parts.ts";
import { SIZES, canvasOf, drawingOf, ratioOf, sideToMove, svgText } from "./picture.ts";
import type { PictureOptions, PictureSubject } from "./picture.ts";
import { parseSvg } from "./printed-board.ts";
import { smallPng } from "./small-png.ts";
import { copyImage, shareBySystem } from "./web-share.ts";

const PARTS = ["turn", "last", "drawn", "coordinates"] as const;
const FORMATS = [
  ["png", "picture.format.png"],
  ["svg", "picture.format.svg"],
] as const;
type Format = (typeof FORMATS)[number][0];

/** Returns a file name from the subject, the side to move and the day. */
const pictureName = ({ name, board }: PictureSubject, format: Format): string =>
  `chuhe-${name}-${sideToMove(board)}-${formatDay(new Date())}.${format}`;

export function createPictureSheet(i18n: I18n) {
  const { form, frame, status, copy, rows } = makeForm();
  const dialog = makeSheet("picture", "picture.title", i18n, form);
  const field = fields(form);
  let subject: PictureSubject | null = null;
  /** The number of the newest preview. An older preview that becomes ready later is not shown. */
  let newest = 0;

  const format = () => field("format").value as Format;
  const options = (): PictureOptions => ({
    turn: field("turn").checked,
    last: field("last").checked,
    drawn: field("drawn").checked,
    coordinates: field("coordinates").checked,
    size: field("size").value as keyof typeof SIZES,
  });
  const drawing = (of: PictureSubject) => drawingOf(of, options(), i18n);
  const asPng = async (of: PictureSubject) => smallPng(await canvasOf(of.board, drawing(of)));
  const asSvg = (of: PictureSubject) => svgText(of.board, drawing(of));

  /** Shows a preview of the picture, as large as its frame allows. */
  async function preview() {
    if (!subject) return;
    const number = ++newest;
    frame.setAttribute("aria-busy", "true");
    const drawn = drawing(subject);
    const width = Math.floor(Math.min(frame.clientWidth, frame.clientHeight / ratioOf(drawn)));
    const picture =
      format() === "svg"
        ? parseSvg(await asSvg(subject))
        : await canvasOf(subject.board, { ...drawn, width: width * devicePixelRatio });
    if (number !== newest) return;
    picture.style.width = `${width}px`;
    frame.replaceChildren(picture);
    frame.setAttribute("aria-label", drawn.title);
    frame.setAttribute("aria-busy", "false");
  }

  async function save() {
    if (!subject) return;
    const name = pictureName(subject, format());
    const isSvg = format() === "svg";
    const type = isSvg ? "image/svg+xml" : "image/png";
    const file = new File([isSvg ? await asSvg(subject) : await asPng(subject)], name, { type });
    if (await shareBySystem({ files: [file] })) return;
    downloadFile(name, file);
    setText(status, i18n.t("export.saved", { name }));
  }

  const reportFailure = () => setText(status, i18n.t("share.failed"));
  form.addEventListener("change", () => {
    setText(status, "");
    void preview().catch(reportFailure);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void save().catch(reportFailure);
  });
  copy.addEventListener("click", async () => {
    if (!subject) return;
    const isCopied = await copyImage(asPng(subject));
    setText(status, i18n.t(isCopied ? "share.pictureCopied" : "share.failed"));
  });

  return {
    show(of: PictureSubject) {
      subject = of;
      rows.last.hidden = of.board.lastMove === null;
      rows.drawn.hidden = of.shapes.length === 0;
      setText(status, "");
      show(dialog);
      void preview().catch(reportFailure);
    },
  };
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
  const sizes = (Object.keys(SIZES) as (keyof typeof SIZES)[]).map(
    (size) => [size, `picture.size.${size}`] as const,
  );
  const size = choice("picture.size", "size", sizes);
  const format = choice("picture.format", "format", FORMATS);
  format.append(i18nElement("p", "picture.formatHint", "hint"));
  const status = el("p", "hint export-said");
  status.setAttribute("role", "status");
  const copy = button("button", () => {});
  copy.id = "picture-copy";
  copy.dataset.i18n = "share.copyPicture";
  const actions = el("div", "sheet-actions is-pair", copy, submit("share.savePicture"));
  const form = el(
    "form",
    "",
    frame,
    actions,
    status,
    ...PARTS.map((part) => rows[part]),
    size,
    format,
  );
  form.id = "picture-form";
  const field = fields(form);
  field("turn").checked = true;
  field("size").value = "medium";
  field("format").value = "png";
  return { form, frame, status, copy, rows };
}
