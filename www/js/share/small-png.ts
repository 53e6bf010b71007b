// Writes a canvas as a small PNG: with a palette of at most 256 colours, which a board with its few colours and its
// grain hardly needs. The browser's own encoder keeps every shade of the grain and writes eight times as much.

/** Bits of a colour channel in the table of colours; shades that differ less share an entry. */
const BITS = 5;
const SHIFT = 8 - BITS;
const ENTRIES = 2 ** (3 * BITS);
const CHANNELS = [0, 1, 2] as const;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/**
 * What is tried until the picture is small enough: the number of colours, and the tolerance, the distance in each channel
 * by which a pixel may differ from the colour of its neighbour and still take that.
 */
const ATTEMPTS = [
  [128, 0],
  [64, 4],
  [64, 8],
  [64, 12],
  [48, 18],
  [32, 26],
  [32, 36],
] as const;
/** The largest picture that is wanted, in bytes. */
export const MAX_PICTURE = 150_000;

/** Entries of the table of colours that share one colour of the palette. */
type Box = Uint16Array;

/** Returns the picture of a canvas as PNG, of at most `most` bytes if 32 colours are enough for that. */
export async function smallPng(canvas: HTMLCanvasElement, most = MAX_PICTURE): Promise<Blob> {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no picture");
  const { width, height } = canvas;
  const { data } = context.getImageData(0, 0, width, height);
  const table = countColours(data);
  let picture = new Blob();
  for (const [count, tolerance] of ATTEMPTS) {
    const { palette, indexes } = paletteOf(table, count);
    picture = await encode({ data, width, height, palette, indexes, tolerance });
    if (picture.size <= most) break;
  }
  return picture;
}

interface Table {
  /** The number of pixels of each entry. */
  counts: Uint32Array;
  /** The sums of the channels of these pixels, three for each entry. */
  sums: Float64Array;
}

const entryAt = (data: Uint8ClampedArray, at: number): number =>
  ((data[at] ?? 0) >> SHIFT) |
  (((data[at + 1] ?? 0) >> SHIFT) << BITS) |
  (((data[at + 2] ?? 0) >> SHIFT) << (2 * BITS));

function countColours(data: Uint8ClampedArray): Table {
  const counts = new Uint32Array(ENTRIES);
  const sums = new Float64Array(3 * ENTRIES);
  for (let at = 0; at < data.length; at += 4) {
    const entry = entryAt(data, at);
    counts[entry] = (counts[entry] ?? 0) + 1;
    for (const channel of CHANNELS)
      sums[3 * entry + channel] = (sums[3 * entry + channel] ?? 0) + (data[at + channel] ?? 0);
  }
  return { counts, sums };
}

const channelOf = (entry: number, channel: number) => (entry >> (channel * BITS)) & (2 ** BITS - 1);

/** Divides the colours into boxes, one for each colour of the palette. Returns the palette and the box of each entry. */
function paletteOf({ counts, sums }: Table, most: number) {
  const used = Uint16Array.from(counts.keys()).filter((entry) => (counts[entry] ?? 0) > 0);
  const boxes: Box[] = [used];
  while (boxes.length < most) {
    const spreads = boxes.map((box) => spreadOf(box, counts));
    const widest = spreads.reduce((best, { worth }, at) => {
      return worth > (spreads[best]?.worth ?? 0) ? at : best;
    }, 0);
    const [box, spread] = [boxes[widest], spreads[widest]];
    if (!box || !spread || spread.worth === 0) break;
    boxes.splice(widest, 1, ...halves(box, spread.channel));
  }
  const palette = new Uint8Array(3 * boxes.length);
  const indexes = new Uint8Array(ENTRIES);
  for (const [index, box] of boxes.entries()) {
    const total = box.reduce((sum, entry) => sum + (counts[entry] ?? 0), 0);
    for (const channel of CHANNELS) {
      const sum = box.reduce((all, entry) => all + (sums[3 * entry + channel] ?? 0), 0);
      palette[3 * index + channel] = Math.round(sum / total);
    }
    for (const entry of box) indexes[entry] = index;
  }
  return { palette, indexes };
}

/** Returns the channel in which the colours of a box differ most, and how much a division is worth. */
function spreadOf(box: Box, counts: Uint32Array) {
  const widths = CHANNELS.map((channel) => {
    const values = box.map((entry) => channelOf(entry, channel));
    return Math.max(...values) - Math.min(...values);
  });
  const width = Math.max(...widths);
  const pixels = box.reduce((sum, entry) => sum + (counts[entry] ?? 0), 0);
  return { channel: widths.indexOf(width), worth: width ** 2 * Math.sqrt(pixels) };
}

/** Divides a box in the middle between its least and its greatest value, so that a rare colour gets a box of its own. */
function halves(box: Box, channel: number): [Box, Box] {
  const values = box.map((entry) => channelOf(entry, channel));
  const middle = (Math.min(...values) + Math.max(...values)) / 2;
  const isLow = (entry: number) => channelOf(entry, channel) <= middle;
  return [box.filter(isLow), box.filter((entry) => !isLow(entry))];
}

interface Indexed {
  data: Uint8ClampedArray;
  width: number;
  height: number;
  palette: Uint8Array;
  /** The index of the colour in the palette of each entry of the table. */
  indexes: Uint8Array;
  tolerance: number;
}

/** Returns the rows of a PNG of 8 bits a pixel, without filters, which palettes do not profit from. */
function rowsOf({ data, width, height, palette, indexes, tolerance }: Indexed) {
  const length = width + 1;
  const rows = new Uint8Array(length * height);
  const isNear = (at: number, index: number) =>
    CHANNELS.every(
      (channel) =>
        Math.abs((data[at + channel] ?? 0) - (palette[3 * index + channel] ?? 0)) <= tolerance,
    );
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * length + 1 + x;
      const pixel = 4 * (y * width + x);
      const left = rows[at - 1] ?? 0;
      const above = rows[at - length] ?? 0;
      if (tolerance > 0 && x > 0 && isNear(pixel, left)) rows[at] = left;
      else if (tolerance > 0 && y > 0 && isNear(pixel, above)) rows[at] = above;
      else rows[at] = indexes[entryAt(data, pixel)] ?? 0;
    }
  return rows;
}

async function encode(picture: Indexed): Promise<Blob> {
  const { width, height, palette } = picture;
  const head = new DataView(new ArrayBuffer(13));
  head.setUint32(0, width);
  head.setUint32(4, height);
  head.setUint8(8, 8);
  head.setUint8(9, 3); // colours from a palette
  return new Blob(
    [
      new Uint8Array(SIGNATURE),
      chunk("IHDR", new Uint8Array(head.buffer)),
      chunk("PLTE", palette),
      chunk("IDAT", await deflated(rowsOf(picture))),
      chunk("IEND", new Uint8Array()),
    ],
    { type: "image/png" },
  );
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

const CRCS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

function chunk(name: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(content.length + 12);
  const view = new DataView(whole.buffer);
  view.setUint32(0, content.length);
  whole.set(new TextEncoder().encode(name), 4);
  whole.set(content, 8);
  let crc = 0xffffffff;
  for (const byte of whole.subarray(4, -4)) crc = (CRCS[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  view.setUint32(whole.length - 4, (crc ^ 0xffffffff) >>> 0);
  return whole;
}
