// Soft music without end: phrases for a plucked zither in a pentatonic mode, made up as they are played. Numbers only;
// the strings are in music.js.

/**
 * @typedef {object} Note
 * @property {number} at       seconds from the beginning of the phrase
 * @property {number} degree   of the scale, 0 the lowest open string
 * @property {number} gain     0..1
 * @property {"pluck"|"slide"|"harmonic"} kind  slide: reached from the degree below; harmonic: touched, not pressed
 */

/** Of the yu mode, in semitones over its lowest note. */
const MODE = [0, 3, 5, 7, 10];
/** The lowest string, A of the great octave, in Hz. */
const LOWEST = 110;
export const DEGREES = 13;
/** Seconds of one beat: a slow walk. */
const BEAT = 0.86;

/**
 * The shapes that phrases are made of: steps of the scale and beats. A rest has no step.
 * @type {[number|null, number][][]}
 */
const SHAPES = [
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

/** The pitch of a degree in Hz. @param {number} degree */
export function pitchOf(degree) {
  const octave = Math.floor(degree / MODE.length);
  const semitones = 12 * octave + MODE[degree % MODE.length];
  return LOWEST * 2 ** (semitones / 12);
}

/**
 * The next phrase: two or three shapes, an open string under them, and silence after them.
 * @param {number} from the degree where the last one ended @param {() => number} random 0..1
 * @returns {{ notes: Note[], length: number, end: number }} `length` in seconds, silence included
 */
export function nextPhrase(from, random) {
  /** @type {Note[]} */
  const notes = [{ at: 0, degree: [0, 2, 3][Math.floor(random() * 3)], gain: 0.5, kind: "pluck" }];
  const high = random() < 0.22; // a phrase of harmonics
  let degree = from;
  let beat = 0.5;
  for (let shapes = 2 + Math.floor(random() * 2); shapes > 0; shapes--) {
    for (const [step, beats] of SHAPES[Math.floor(random() * SHAPES.length)]) {
      if (step !== null) {
        degree = within(degree + step);
        const breath = (random() - 0.5) * 0.07; // nobody plays by the clock
        notes.push({
          at: Math.max(0, (beat + breath) * BEAT),
          degree: high ? Math.min(DEGREES - 1, degree + 3) : degree,
          gain: (high ? 0.32 : 0.45) + 0.2 * random(),
          kind: high ? "harmonic" : random() < 0.2 ? "slide" : "pluck",
        });
      }
      beat += beats;
    }
  }
  const silence = 3 + Math.floor(random() * 4);
  return { notes, length: (beat + silence) * BEAT, end: home(degree) };
}

/** Keeps a melody in the middle strings. @param {number} degree */
function within(degree) {
  if (degree < 3) return 6 - degree;
  if (degree > 11) return 22 - degree;
  return degree;
}

/** Melodies drift back to the middle. @param {number} degree */
const home = (degree) => Math.round((degree + 7) / 2);
