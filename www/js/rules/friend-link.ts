// Links to games between friends: `friend.html?g=CODE`. The code is in the query and not after `#`, where some messengers
// cut links. What reads them also understands `#g=`, `%23g=`, and what messengers put into links and behind them.

export const FRIEND_PAGE = "friend.html";

/** Characters that messengers and mail put into long lines. */
const BREAKS = /[\s>\u00AD\u200B-\u200D\u2060\uFEFF]+/g;
/** The first byte of a code is its version, 1 to 15. */
const CODE = /(?:^|[?&#])g=([\w-]{8,})/;
const BARE = /^(A[Q-Z][\w-]{80,})/;

/** Returns the code in an address, a text with a link, or a text that is a code; null if there is none. */
export function friendCodeIn(text: string): string | null {
  const plain = text
    .replaceAll(BREAKS, "")
    .replaceAll(/%(23|3f|3d|26)/gi, (escape) => decodeURIComponent(escape));
  return (CODE.exec(plain) ?? BARE.exec(plain))?.[1] ?? null;
}

/** Returns the address of a game; `base` is that of a page beside. */
export const friendAddress = (code: string, base: string): string =>
  new URL(`./${FRIEND_PAGE}?g=${code}`, base).href;
