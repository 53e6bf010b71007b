// The strings for the composer: plucked sounds made by a string's own arithmetic (a burst of noise that runs round a
// delay and loses its brightness), and a room for them to ring in.

import { nextPhrase, pitchOf } from "./phrases.ts";

/** Seconds that a string rings, and the room after it. */
const RING = 3.6;
const ROOM = 2;
const LEVEL = 0.4;
/** The next phrase is made so long before it is heard, in seconds. */
const AHEAD = 1.2;
const FADE_S = 0.7;

/** @typedef {{ buffer: AudioBuffer, rate: number }} PluckedString  `rate` of playing that is in tune */

/** @param {AudioNode} out */
export function createMusic(out) {
  const audio = out.context;
  const volume = new GainNode(audio, { gain: 0 });
  const dry = new GainNode(audio, { gain: 0.75 });
  const wet = new GainNode(audio, { gain: 0.5 });
  const room = new ConvolverNode(audio, { buffer: makeRoom(audio) });
  volume.connect(dry).connect(out);
  volume.connect(room).connect(wet).connect(out);
  /** @type {Map<number, PluckedString>} */
  const strings = new Map();
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  let degree = 7;
  let next = 0;

  /** Makes a string in a turn of its own, so that nobody waits for it. @param {number} degreeOf */
  async function stringOf(degreeOf) {
    const known = strings.get(degreeOf);
    if (known) return known;
    await new Promise((resolve) => setTimeout(resolve));
    const made = makeString(audio, pitchOf(degreeOf));
    strings.set(degreeOf, made);
    return made;
  }

  async function compose() {
    const phrase = nextPhrase(degree, Math.random);
    const begin = next;
    degree = phrase.end;
    next += phrase.length;
    timer = setTimeout(compose, Math.max(0, next - audio.currentTime - AHEAD) * 1000);
    const own = timer;
    for (const note of phrase.notes) {
      const string = await stringOf(note.degree);
      if (timer !== own) return; // stopped in the meantime
      pluck(volume, string, begin + note.at, note);
    }
  }

  return {
    start() {
      if (timer !== undefined) return;
      next = audio.currentTime + 0.3;
      volume.gain.cancelScheduledValues(audio.currentTime);
      volume.gain.setTargetAtTime(LEVEL, audio.currentTime, FADE_S / 3);
      void compose();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      volume.gain.cancelScheduledValues(audio.currentTime);
      volume.gain.setTargetAtTime(0, audio.currentTime, FADE_S / 3);
    },
  };
}

/** @param {AudioNode} volume @param {PluckedString} string @param {number} at @param {import("./phrases.ts").Note} note */
function pluck(volume, string, at, { gain, kind }) {
  const audio = volume.context;
  const { buffer, rate } = string;
  const source = new AudioBufferSourceNode(audio, { buffer, playbackRate: rate });
  const level = new GainNode(audio, { gain });
  const start = Math.max(at, audio.currentTime);
  if (kind === "harmonic") source.playbackRate.value = 2 * rate;
  if (kind === "slide") {
    source.playbackRate.setValueAtTime(0.89 * rate, start);
    source.playbackRate.setTargetAtTime(rate, start + 0.06, 0.07);
  }
  source.connect(level).connect(volume);
  source.addEventListener("ended", () => level.disconnect());
  source.start(start);
}

/** A plucked string of silk. @param {BaseAudioContext} audio @param {number} pitch in Hz @returns {PluckedString} */
function makeString(audio, pitch) {
  const { sampleRate } = audio;
  const buffer = audio.createBuffer(1, Math.ceil(sampleRate * RING), sampleRate);
  const samples = buffer.getChannelData(0);
  // The mean of two neighbours delays by half a sample, which is part of the period.
  const line = softNoise(Math.round(sampleRate / pitch - 0.5));
  const loss = Math.exp(-6.9 / (pitch * RING * 0.9));
  let last = 0;
  for (let i = 0, at = 0; i < samples.length; i++, at = (at + 1) % line.length) {
    const sample = line[at];
    line[at] = loss * (0.5 * sample + 0.5 * last);
    last = sample;
    samples[i] = sample * Math.min(1, i / 90) * fadeOut(i / samples.length);
  }
  return { buffer, rate: (pitch * (line.length + 0.5)) / sampleRate };
}

/** The end of a ring is no click. @param {number} share 0..1 */
const fadeOut = (share) => (share < 0.8 ? 1 : (1 - share) / 0.2);

/** What a finger leaves on a string: noise without its edge. @param {number} length */
function softNoise(length) {
  const noise = Float32Array.from({ length }, () => Math.random() * 2 - 1);
  for (let pass = 0; pass < 3; pass++)
    for (let i = 0; i < length; i++) noise[i] = (noise[i] + noise[(i + 1) % length]) / 2;
  const most = noise.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0.01);
  return noise.map((value) => value / most);
}

/** How a quiet room answers. @param {BaseAudioContext} audio */
function makeRoom(audio) {
  const { sampleRate } = audio;
  const buffer = audio.createBuffer(2, Math.ceil(sampleRate * ROOM), sampleRate);
  for (const channel of [0, 1]) {
    const samples = buffer.getChannelData(channel);
    const fade = Math.exp(-5 / samples.length);
    for (let i = 0, level = 0.35; i < samples.length; i++, level *= fade)
      samples[i] = (Math.random() * 2 - 1) * level;
  }
  return buffer;
}
