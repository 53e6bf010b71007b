// The instrument for the music of phrases.ts: plucked strings by the Karplus-Strong algorithm (a burst of noise circulates
// in a delay line and loses its brightness), and the reverberation of a room.

import { nextPhrase, pitchOf } from "./phrases.ts";
import type { Note } from "./phrases.ts";

/** The time for which a string rings, in seconds. */
const RING = 3.6;
/** The time for which the room reverberates, in seconds. */
const ROOM = 2;
const LEVEL = 0.4;
/** The time between the composing of a phrase and its first note, in seconds. */
const AHEAD = 1.2;
const FADE_S = 0.7;

interface PluckedString {
  buffer: AudioBuffer;
  /** The playback rate at which the buffer is in tune. */
  rate: number;
}

export function createMusic(out: AudioNode) {
  const audio = out.context;
  const volume = new GainNode(audio, { gain: 0 });
  const dry = new GainNode(audio, { gain: 0.75 });
  const wet = new GainNode(audio, { gain: 0.5 });
  const room = new ConvolverNode(audio, { buffer: makeRoom(audio) });
  volume.connect(dry).connect(out);
  volume.connect(room).connect(wet).connect(out);
  /** The strings made so far, by degree of the scale. */
  const strings = new Map<number, PluckedString>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let degree = 7;
  let next = 0;

  /** Returns the string of a degree. Makes a new string in a separate task, so that the page stays responsive. */
  async function stringOf(ofDegree: number): Promise<PluckedString> {
    const cached = strings.get(ofDegree);
    if (cached) return cached;
    await new Promise((resolve) => setTimeout(resolve));
    const string = makeString(audio, pitchOf(ofDegree));
    strings.set(ofDegree, string);
    return string;
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

function pluck(
  volume: AudioNode,
  { buffer, rate }: PluckedString,
  at: number,
  { gain, kind }: Note,
): void {
  const audio = volume.context;
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

/** Makes the sound of a plucked silk string; `pitch` is in Hz. */
function makeString(audio: BaseAudioContext, pitch: number): PluckedString {
  const { sampleRate } = audio;
  const buffer = audio.createBuffer(1, Math.ceil(sampleRate * RING), sampleRate);
  const samples = buffer.getChannelData(0);
  // Averaging two neighbours delays the sound by half a sample, so the delay line is half a sample shorter than the
  // period.
  const line = softNoise(Math.round(sampleRate / pitch - 0.5));
  const loss = Math.exp(-6.9 / (pitch * RING * 0.9));
  let last = 0;
  for (let i = 0, at = 0; i < samples.length; i++, at = (at + 1) % line.length) {
    const sample = line[at] ?? 0;
    line[at] = loss * (0.5 * sample + 0.5 * last);
    last = sample;
    samples[i] = sample * Math.min(1, i / 90) * fadeOut(i / samples.length);
  }
  return { buffer, rate: (pitch * (line.length + 0.5)) / sampleRate };
}

/**
 * Returns the gain after `share` of a string's ringing time, 0 to 1. The last fifth fades, since an abrupt end would
 * click.
 */
const fadeOut = (share: number): number => (share < 0.8 ? 1 : (1 - share) / 0.2);

/** Makes noise without its highest frequencies, which sounds like a string plucked with a finger. */
function softNoise(length: number): Float32Array {
  const noise = Float32Array.from({ length }, () => Math.random() * 2 - 1);
  for (let pass = 0; pass < 3; pass++)
    for (let i = 0; i < length; i++)
      noise[i] = ((noise[i] ?? 0) + (noise[(i + 1) % length] ?? 0)) / 2;
  const most = noise.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0.01);
  return noise.map((value) => value / most);
}

/** Makes the impulse response of a quiet room. */
function makeRoom(audio: BaseAudioContext): AudioBuffer {
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
