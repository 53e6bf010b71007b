// Small sounds, made on the spot: wood on wood, and a bell for check and the end. Browsers let a page
// make sound only after a gesture (for a finger that is lifting it, not touching), so the first tap or
// key opens the audio; until then all is silent.

/** @typedef {"pick"|"move"|"capture"|"check"|"end"} Sound */

/**
 * A struck piece of wood: a short breath of filtered noise for the contact, a falling tone for the body.
 * @typedef {{ at: number, pitch: number, length: number, gain: number }} Knock
 * A bell: partials that die away one after another.
 * @typedef {{ at: number, pitch: number, length: number, gain: number }} Bell
 */

/** @type {Record<Sound, { knocks: Knock[], bells: Bell[] }>} Times in seconds, pitches in Hz. */
const SCORES = {
  pick: { knocks: [{ at: 0, pitch: 620, length: 0.04, gain: 0.16 }], bells: [] },
  move: { knocks: [{ at: 0, pitch: 310, length: 0.11, gain: 0.6 }], bells: [] },
  capture: {
    knocks: [
      { at: 0, pitch: 420, length: 0.06, gain: 0.5 },
      { at: 0.055, pitch: 230, length: 0.16, gain: 0.8 },
    ],
    bells: [],
  },
  check: {
    knocks: [{ at: 0, pitch: 310, length: 0.11, gain: 0.6 }],
    bells: [
      { at: 0.06, pitch: 587, length: 0.5, gain: 0.16 },
      { at: 0.17, pitch: 784, length: 0.7, gain: 0.14 },
    ],
  },
  end: {
    knocks: [{ at: 0, pitch: 230, length: 0.16, gain: 0.7 }],
    bells: [
      { at: 0.12, pitch: 196, length: 2.2, gain: 0.22 },
      { at: 0.42, pitch: 294, length: 1.8, gain: 0.12 },
    ],
  },
};

const PARTIALS = [
  { ratio: 1, gain: 1, length: 1 },
  { ratio: 2.01, gain: 0.45, length: 0.6 },
  { ratio: 2.98, gain: 0.2, length: 0.35 },
];

/** As a factor, from the volume of the settings: twice the way up is heard as about twice as loud. @param {number} volume 0..100 */
export const loudness = (volume) => 1.6 * (volume / 100) ** 1.5;

/** @param {() => boolean} isOn @param {() => number} [volume] 0..100 */
export function createSound(isOn, volume = () => 70) {
  /** @type {AudioContext|null} */
  let audio = null;
  /** @type {GainNode|null} What all that is heard goes through. */
  let out = null;
  /** @type {AudioBuffer|null} */
  let noise = null;

  const unlock = () => {
    if (typeof AudioContext === "undefined") return;
    audio ??= new AudioContext();
    out ??= new GainNode(audio, { gain: loudness(volume()) });
    out.connect(audio.destination);
    noise ??= makeNoise(audio);
    if (audio.state === "suspended") void audio.resume();
  };

  return {
    unlock,
    /** Where music goes; null before the first gesture. */
    get output() {
      return out;
    },
    /** The volume has been set anew. */
    tune() {
      if (out && audio) out.gain.setTargetAtTime(loudness(volume()), audio.currentTime, 0.03);
    },
    /** @param {Sound} name */
    play(name) {
      if (!out || !noise || out.context.state !== "running" || !isOn()) return;
      const now = out.context.currentTime + 0.005;
      for (const part of SCORES[name].knocks) knock(out, noise, now, part);
      for (const part of SCORES[name].bells) bell(out, now, part);
    },
  };
}

/** @param {AudioNode} out @param {AudioBuffer} noise @param {number} now @param {Knock} part */
function knock(out, noise, now, { at, pitch, length, gain }) {
  const start = now + at;
  const audio = out.context;
  const contact = audio.createBufferSource();
  contact.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch * 5;
  filter.Q.value = 1.2;
  contact.connect(filter).connect(fade(out, start, length * 0.35, gain * 0.8));
  contact.start(start);
  contact.stop(start + length);
  const body = tone(audio, pitch, start, length);
  body.frequency.exponentialRampToValueAtTime(pitch * 0.7, start + length);
  body.connect(fade(out, start, length, gain * 0.6));
}

/** @param {AudioNode} out @param {number} now @param {Bell} part */
function bell(out, now, { at, pitch, length, gain }) {
  for (const partial of PARTIALS) {
    const rings = length * partial.length;
    const source = tone(out.context, pitch * partial.ratio, now + at, rings);
    source.connect(fade(out, now + at, rings, gain * partial.gain));
  }
}

/** @param {BaseAudioContext} audio @param {number} pitch @param {number} start @param {number} length */
function tone(audio, pitch, start, length) {
  const source = audio.createOscillator();
  source.frequency.setValueAtTime(pitch, start);
  source.start(start);
  source.stop(start + length);
  return source;
}

/** A quick attack and an exponential decay, into the speakers. @param {AudioNode} out @param {number} start @param {number} length @param {number} peak */
function fade(out, start, length, peak) {
  const node = out.context.createGain();
  node.gain.setValueAtTime(0.0001, start);
  node.gain.exponentialRampToValueAtTime(peak, start + 0.003);
  node.gain.exponentialRampToValueAtTime(0.0001, start + length);
  node.connect(out);
  return node;
}

/** A fifth of a second of white noise. @param {BaseAudioContext} audio */
function makeNoise(audio) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * 0.2), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

/**
 * Which sound a move makes; the strongest thing about it wins.
 * @param {{ capture: string|null }} move @param {import("../core/xiangqi.ts").PositionView} after
 * @returns {Sound}
 */
export function soundOfMove(move, after) {
  if (after.verdict.result !== "ongoing") return "end";
  if (after.check) return "check";
  return move.capture ? "capture" : "move";
}
