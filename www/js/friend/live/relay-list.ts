// The relays that the page's host offers: `relays.json` beside the page, such as {"relays": ["wss://relay.example/mqtt"]}.
// `chuhe serve` answers with its own.

import { parseObject } from "../../core/stored.ts";
import { relayUrl } from "./relay.ts";

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

/** Fetches the list; it is empty if there is none, or without a network. */
export async function fetchRelays(base: string): Promise<string[]> {
  try {
    const answer = await fetch(new URL("relays.json", base), { cache: "no-cache" });
    return readRelays(answer.ok ? await answer.text() : null, base);
  } catch {
    return [];
  }
}

/** The host of a relay's address, as people are told it; "" for the page's own. */
export function hostOf(address: string): string {
  const host = relayUrl(address, document.baseURI)?.host ?? "";
  return host === location.host ? "" : host;
}
