// Composes endless soft music: phrases for a plucked zither in a pentatonic mode, composed while they are played. This
// module computes only numbers; music.ts plays them.

export interface Note {
  /** Seconds from the beginning of the phrase. */
  at: number;
  /** Degree of the scale, 0 for the lowest open string. */
  degree: number;
  /** 0 to 1. */
  gain: number;
  /**
   * "slide": slides up to its pitch from below; "harmonic": an octave higher, as from a string that is touched, not
   * pressed.
   */
  kind: "pluck" | "slide" | "harmonic";
}

interface Phrase {
  notes: Note[];
  /** The length in seconds, including the silence at the end. */
  length: number;
  /** The degree from which the next phrase continues. */
  end: number;
}

/** The yu mode, in semitones over its lowest note. */
const MODE = [0, 3, 5, 7, 10];
/** The pitch of the lowest string, A2, in Hz. */
const LOWEST = 110;
export const DEGREES = 13;
/** The length of one beat, in seconds; the tempo of a slow walk. */
const BEAT = 0.86;

/**
 * The melodic figures that phrases consist of. Each entry has the step from the note before, in degrees, and the length
 * in beats. The step of a rest is null.
 */
const SHAPES: readonly (readonly [step: number | null, beats: number])[][] = [
  [
    [0, 2],
    [1, 1],
    [1, 1],
    [-1, 2],
  ],
  [
    [2, 1],
    [-1, 1],
    [-1, 2],
    [null, 1],
  ],
  [
    [0, 1.5],
    [2, 0.5],
    [-1, 1],
    [-1, 3],
  ],
  [
    [1, 1],
    [1, 1],
    [1, 2],
    [-2, 2],
  ],
  [
    [-1, 1],
    [-1, 1],
    [0, 2],
    [null, 2],
  ],
  [
    [3, 2],
    [-1, 0.5],
    [-1, 0.5],
    [-1, 3],
  ],
  [
    [0, 0.5],
    [0, 0.5],
    [0, 1],
    [-2, 3],
  ],
];

/** Returns the pitch of a degree in Hz. */
export function pitchOf(degree: number): number {
  const octave = Math.floor(degree / MODE.length);
  const semitones = 12 * octave + (MODE[degree % MODE.length] ?? 0);
  return LOWEST * 2 ** (semitones / 12);
}

/**
 * Returns the next phrase: an open string, two or three figures above it, and silence after them. `from` is the degree
 * where the last phrase ended; `random` returns 0 to 1.
 */
export function nextPhrase(from: number, random: () => number): Phrase {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const notes: Note[] = [{ at: 0, degree: pick([0, 2, 3]) ?? 0, gain: 0.5, kind: "pluck" }];
  const isHigh = random() < 0.22; // a phrase of harmonics
  let degree = from;
  let beat = 0.5;
  for (let shapes = 2 + Math.floor(random() * 2); shapes > 0; shapes--) {
    for (const [step, beats] of pick(SHAPES) ?? []) {
      if (step !== null) {
        degree = within(degree + step);
        const breath = (random() - 0.5) * 0.07; // a person does not play exactly in time
        notes.push({
          at: Math.max(0, (beat + breath) * BEAT),
          degree: isHigh ? Math.min(DEGREES - 1, degree + 3) : degree,
          gain: (isHigh ? 0.32 : 0.45) + 0.2 * random(),
          kind: isHigh ? "harmonic" : random() < 0.2 ? "slide" : "pluck",
        });
      }
      beat += beats;
    }
  }
  const silence = 3 + Math.floor(random() * 4);
  return { notes, length: (beat + silence) * BEAT, end: nearMiddle(degree) };
}

/** Reflects degrees outside 3 to 11, so that a melody stays on the middle strings. */
function within(degree: number): number {
  if (degree < 3) return 6 - degree;
  if (degree > 11) return 22 - degree;
  return degree;
}

/** Returns a degree half-way to the middle string, so that melodies drift back to it. */
const nearMiddle = (degree: number): number => Math.round((degree + 7) / 2);
