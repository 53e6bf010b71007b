// The relays that the page's host offers: `relays.json` beside the page, such as {"relays": ["wss://relay.example/mqtt"]}.
// `chuhe serve` answers with its own.

import { parseObject, readerOf, writerOf } from "../../core/stored.ts";
import { relayUrl } from "./relay.ts";

const LAST_RELAYS_KEY = "chuhe:relays";
/** The greatest length of a relay's address in a link, in bytes. */
const MAX_ADDRESS_BYTES = 255;

/** True for the address of a relay that fits into a link. */
export const isRelay = (address: unknown, base: string): address is string =>
  typeof address === "string" &&
  address !== "" &&
  new TextEncoder().encode(address).length <= MAX_ADDRESS_BYTES &&
  relayUrl(address, base) !== null;

/** Returns the addresses in the text of a `relays.json`; the first is the one that links need not name. */
export function readRelays(text: string | null, base: string): string[] {
  const list: unknown = parseObject(text)?.relays;
  return Array.isArray(list) ? list.filter((each) => isRelay(each, base)) : [];
}

/** Fetches the list. Without a network it is the last one, which may be empty. */
async function fetchRelays(base: string, area: () => Storage): Promise<string[]> {
  try {
    const answer = await fetch(new URL("relays.json", base), { cache: "no-cache" });
    const text = answer.ok ? await answer.text() : null;
    // The service worker answers null without a network.
    if (parseObject(text)) writerOf(area)(LAST_RELAYS_KEY, text!);
  } catch {
    // The last list is taken.
  }
  return readRelays(readerOf(area)(LAST_RELAYS_KEY), base);
}

/** Returns a function that returns the relays of the page's host; it asks again while there are none. */
export function createRelayList(base: string, area: () => Storage) {
  let list: Promise<string[]> | null = null;
  return async (): Promise<readonly string[]> => {
    list ??= fetchRelays(base, area);
    const relays = await list;
    if (relays.length === 0) list = null;
    return relays;
  };
}

/** The host of a relay's address, as people are told it; "" for the page's own. */
export function hostOf(address: string): string {
  const host = relayUrl(address, document.baseURI)?.host ?? "";
  return host === location.host ? "" : host;
}
