// The phrases that players can say to each other in a live game. There is no free text to moderate; each player reads
// the phrases in their own language.

export const PHRASES = [
  "hello",
  "luck",
  "goodMove",
  "thanks",
  "sorry",
  "thinking",
  "moment",
  "back",
  "goodGame",
  "again",
  "leaving",
  "goodbye",
] as const;

/** Reactions, which need no words: their names, for readers, and their signs. */
export const REACTIONS = {
  like: "👍",
  applause: "👏",
  surprise: "😮",
  smile: "😄",
  puzzled: "🤔",
  ouch: "😣",
} as const;

export type Reaction = keyof typeof REACTIONS;
export type Phrase = (typeof PHRASES)[number] | Reaction;

export const isReaction = (phrase: string): phrase is Reaction => Object.hasOwn(REACTIONS, phrase);

export const isPhrase = (value: unknown): value is Phrase =>
  typeof value === "string" &&
  ((PHRASES as readonly string[]).includes(value) || isReaction(value));
