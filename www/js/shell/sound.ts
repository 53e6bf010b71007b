// Short sounds, synthesised when they are played: wood on wood, and a bell for check and the end. Browsers let a page
// make sound only after a gesture; a touch counts when the finger is lifted. The first tap or key unlocks the audio.
// Until then the page is silent.

import type { PositionView } from "../core/xiangqi.ts";

export type Sound = "pick" | "move" | "capture" | "check" | "end";

/** Times are in seconds, pitches in Hz. */
interface Strike {
  at: number;
  pitch: number;
  length: number;
  gain: number;
}

/**
 * Knocks are struck pieces of wood: a short burst of filtered noise for the contact, and a falling tone for the body.
 * Bells are sums of partials, of which the higher ones fade sooner.
 */
interface Score {
  knocks: readonly Strike[];
  bells: readonly Strike[];
}

const SCORES: Record<Sound, Score> = {
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

/** Returns the gain for a volume of the settings, 0 to 100: twice the volume sounds about twice as loud. */
export const loudness = (volume: number): number => 1.6 * (volume / 100) ** 1.5;

/** Creates the sounds of a page; `volume` returns 0 to 100. */
export function createSound(isOn: () => boolean, volume: () => number = () => 70) {
  let audio: AudioContext | null = null;
  /** The output node that all sounds and the music go through. */
  let out: GainNode | null = null;
  let noise: AudioBuffer | null = null;

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
    /** The node that music connects to; null before the first gesture. */
    get output() {
      return out;
    },
    /** Applies the current volume of the settings. */
    updateVolume() {
      if (out && audio) out.gain.setTargetAtTime(loudness(volume()), audio.currentTime, 0.03);
    },
    play(name: Sound) {
      if (!out || !noise || out.context.state !== "running" || !isOn()) return;
      const now = out.context.currentTime + 0.005;
      for (const part of SCORES[name].knocks) knock(out, noise, now, part);
      for (const part of SCORES[name].bells) bell(out, now, part);
    },
  };
}

export type PageSound = ReturnType<typeof createSound>;

function knock(
  out: AudioNode,
  noise: AudioBuffer,
  now: number,
  { at, pitch, length, gain }: Strike,
): void {
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

function bell(out: AudioNode, now: number, { at, pitch, length, gain }: Strike): void {
  for (const partial of PARTIALS) {
    const duration = length * partial.length;
    const source = tone(out.context, pitch * partial.ratio, now + at, duration);
    source.connect(fade(out, now + at, duration, gain * partial.gain));
  }
}

function tone(
  audio: BaseAudioContext,
  pitch: number,
  start: number,
  length: number,
): OscillatorNode {
  const source = audio.createOscillator();
  source.frequency.setValueAtTime(pitch, start);
  source.start(start);
  source.stop(start + length);
  return source;
}

/** Returns a gain node with a quick attack and an exponential decay. */
function fade(out: AudioNode, start: number, length: number, peak: number): GainNode {
  const node = out.context.createGain();
  node.gain.setValueAtTime(0.0001, start);
  node.gain.exponentialRampToValueAtTime(peak, start + 0.003);
  node.gain.exponentialRampToValueAtTime(0.0001, start + length);
  node.connect(out);
  return node;
}

/** Makes a fifth of a second of white noise. */
function makeNoise(audio: BaseAudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * 0.2), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

/**
 * Returns the sound of a move that led to a position. The end of the game has priority over a check, a check over a
 * capture.
 */
export function soundOfMove(
  move: { capture: string | null },
  { verdict, check }: PositionView,
): Sound {
  if (verdict.result !== "ongoing") return "end";
  if (check) return "check";
  return move.capture ? "capture" : "move";
}
