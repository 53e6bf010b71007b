// Links to games between friends: `friend.html?g=CODE`. The code is in the query and not after `#`, where some messengers
// cut links. A link to a live game is `friend.html?live#g=CODE`: it has the key of the game's messages, and browsers do
// not send what comes after `#` to the page's host. What reads links understands both, escaped characters, and what messengers and mail put into long lines.

export const FRIEND_PAGE = "friend.html";

/** Line breaks with the marks of quoted mail, and characters that are not visible. */
const BREAKS = /=(?=\r?\n)|[\s>\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/g;
/** Escaped characters, as links inside of other links have them, perhaps escaped more than once. */
const ESCAPED = /(?:%(?:25)*[\da-f]{2})+/gi;
/** The code of a link; quoted-printable mail has `=3D` for `=`. */
const LINK = /(?:^|[?&#;])g=(?:3D)?([\w-]*)/g;
/** A code by itself. All codes of the first version begin so, and none is shorter. */
const CODE = /^AQ[\w-]{98,}/;
/** Longer texts are no messages. */
const MAX_LENGTH = 20_000;
/** Tags and comments of records, in which a link is not a message. */
const RECORD = /^\s*\[\w+ *"|\[DhtmlXQ|\{[^}]*g=/m;

const plain = (text: string): string => text.replaceAll(ESCAPED, unescaped).replaceAll(BREAKS, "");

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll(/%(?:25)+(?=[\da-f]{2})/gi, "%"));
  } catch {
    return text;
  }
}

/**
 * Returns the code of a link, or of a text that a person calls a link, even if it is cut; null if there is none. The
 * text may also be the code alone.
 */
export function codeOfLink(text: string): string | null {
  const whole = friendCodeIn(text);
  if (whole !== null) return whole;
  const line = plain(text.slice(0, MAX_LENGTH));
  const [link] = line.matchAll(LINK);
  return link?.[1] ?? /^A[\w-]{7,}/.exec(line)?.[0] ?? null;
}

/** Returns the code in a text that may also be a record: that of a link, or one by itself; null if there is none. */
export function friendCodeIn(text: string): string | null {
  if (text.length > MAX_LENGTH || RECORD.test(text)) return null;
  for (const [, code = ""] of plain(text).matchAll(LINK)) if (CODE.test(code)) return code;
  for (const { index } of text.matchAll(/(?<![\w-])AQ/g)) {
    const [code] = CODE.exec(text.slice(index).replaceAll(BREAKS, "")) ?? [];
    if (code !== undefined) return code;
  }
  return null;
}

/** Returns the address of a game by link; `base` is that of a page beside. */
export const friendAddress = (code: string, base: string): string =>
  new URL(`./${FRIEND_PAGE}?g=${code}`, base).href;

/** Returns the address of a game that may be live, which the page's host does not see. */
export const liveAddress = (code: string, base: string): string =>
  new URL(`./${FRIEND_PAGE}?live#g=${code}`, base).href;

/** True for a link to a live game of which everything after `#` was cut off. */
export const isCutLiveLink = (address: string): boolean =>
  new URL(address).searchParams.has("live") && codeOfLink(address) === null;
