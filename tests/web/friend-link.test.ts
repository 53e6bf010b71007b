/** Links to games between friends, as messengers, mail and people pass them on. */
import assert from "node:assert/strict";
import test from "node:test";
import {
  codeOfLink,
  friendAddress,
  friendCodeIn,
  isCutLiveLink,
  liveAddress,
} from "../../www/js/rules/friend-link.ts";

// A code has no padding and may contain - and _.
const CODE = `AQBK${"aZ09-_xY7q".repeat(14)}`;
const PAGE = "https://chuhe.example/play/friend.html";
const LINK = `${PAGE}?g=${CODE}`;
/** Returns the text in lines of a length, each after `mark`. */
const wrapped = (text: string, length: number, mark: string) =>
  text.match(new RegExp(`.{1,${length}}`, "g"))!.join(mark);

const MESSAGES: Record<string, string> = {
  "the link alone": LINK,
  "a link with #": `${PAGE}#g=${CODE}`,
  "the code alone": CODE,
  "the code between words": `Your move:\n${CODE}\nHave fun!`,
  "the code in quotation marks": `“${CODE}”`,
  WhatsApp: `[12:03, 29/11/2026] Anna: Your move: ${LINK}`,
  WeChat: `${LINK}&from=singlemessage&isappinstalled=0#wechat_redirect`,
  "WeChat, with a parameter before": `${PAGE}?nsukey=abc%2Bd&g=${CODE}`,
  Telegram: `[Your move](${LINK}).`,
  Facebook: `${LINK}&fbclid=IwAR0abc-_1`,
  "a link in angle brackets": `<${LINK}>`,
  "the end of a sentence": `Look (${LINK}).`,
  "an escaped #": `${PAGE}?%23g=${CODE}`,
  "a link escaped twice": `https://t.example/?u=${encodeURIComponent(encodeURIComponent(LINK))}`,
  "a link inside a link": `https://safelinks.example/?url=${encodeURIComponent(LINK)}&data=05`,
  "HTML's &amp;": `${PAGE}?from=mail&amp;g=${CODE}`,
  "quoted mail": `> Your move:\n> ${wrapped(LINK, 60, "\n> ")}\n> Anna`,
  "mail quoted twice": wrapped(LINK, 70, "\r\n>> "),
  "the code in quoted mail": `Hello\n> ${wrapped(CODE, 40, "\n> ")}`,
  "quoted-printable mail": wrapped(LINK.replace("g=", "g=3D"), 75, "=\r\n"),
  "zero-width spaces": wrapped(LINK, 30, "\u200B"),
  "escaped zero-width spaces and blanks": wrapped(LINK, 30, "%E2%80%8B%20"),
  "soft hyphens and direction marks": `\u200E${wrapped(LINK, 30, "\u00AD\u2060")}\u202C`,
};

test("the code is found in every message", () => {
  for (const [what, text] of Object.entries(MESSAGES)) {
    for (const found of [friendCodeIn(text), codeOfLink(text)])
      assert.ok(found?.startsWith(CODE), `${what}: ${found}`);
  }
  assert.equal(friendCodeIn(`${LINK}).`), CODE);
  assert.equal(friendAddress(CODE, "https://chuhe.example/play/analysis.html#x"), LINK);
});

test("a record stays a record, even with a link inside", () => {
  for (const text of [
    `[Site "${LINK}"]\n\n1. h2e2 *`,
    `[Event "x"]\n[Site "https://x.example/?g=abcdefghij"]\n\n1. h2e2 h9g7 *`,
    `1. h2e2 {${LINK}} h9g7 *`,
    `[DhtmlXQ]\n[DhtmlXQ_title]${LINK}[/DhtmlXQ_title]\n[/DhtmlXQ]`,
    "1. h2e2 h9g7 2. h0g2 https://x.example/?g=abcdefghij",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "炮二平五 马8进7",
    "https://chuhe.example/#game=NvweEKwy",
    `All over the board ${"a queen without any marks ".repeat(10)}`,
    "",
  ])
    assert.equal(friendCodeIn(text), null, text);
});

test("what is called a link may be cut or from a newer version", () => {
  assert.equal(codeOfLink(`${PAGE}?g=AQBK`), "AQBK");
  assert.equal(codeOfLink(`${PAGE}?g=`), "");
  assert.equal(codeOfLink(`${PAGE}?g=Ag${CODE}`), `Ag${CODE}`);
  assert.equal(codeOfLink(CODE.slice(0, 50)), CODE.slice(0, 50));
  for (const text of ["", PAGE, `${PAGE}#id=0123456789ab`, "hello", "https://x.example/?page=2"])
    assert.equal(codeOfLink(text), null, text);
});

test("a link to a live game keeps its code from the page's host, and says so if it was cut", () => {
  const link = liveAddress(CODE, "https://chuhe.example/play/index.html");
  assert.equal(new URL(link).search, "?live");
  assert.equal(codeOfLink(link), CODE);
  assert.ok(!isCutLiveLink(link));
  assert.ok(isCutLiveLink(link.split("#")[0]!));
  assert.ok(!isCutLiveLink(PAGE));
});
