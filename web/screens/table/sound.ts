// SPDX-License-Identifier: MIT
// Synthesised sounds, without files: ivory on felt, wood, two soft notes. Off by default; no sound means anything that
// is not also seen.
import { settings } from '../../core/settings';

export type Sound = 'choose' | 'lay' | 'double' | 'draw' | 'score' | 'turn' | 'pass' | 'flag' | 'refused' | 'over' | 'call' | 'one';

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

function open(): AudioContext | null {
  if (!settings.get().sound || typeof AudioContext === 'undefined')
    return null;
  context ??= new AudioContext();
  if (context.state === 'suspended')
    void context.resume();
  return context;
}

/** A decaying swell, of which all these sounds consist. */
function fading(audio: AudioContext, at: number, loud: number, length: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, loud * settings.get().volume), at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}

function note(audio: AudioContext, pitch: number, wait: number, length: number, loud: number, shape: OscillatorType = 'sine'): void {
  const at = audio.currentTime + wait, tone = audio.createOscillator();
  tone.type = shape;
  tone.frequency.value = pitch;
  tone.connect(fading(audio, at, loud, length));
  tone.start(at);
  tone.stop(at + length);
}

function rustle(audio: AudioContext): AudioBuffer {
  if (hiss)
    return hiss;
  hiss = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const data = hiss.getChannelData(0);
  for (let i = 0; i < data.length; i++)
    data[i] = Math.random() * 2 - 1;
  return hiss;
}

/** Filtered noise: a knock or a scrape. */
function knock(audio: AudioContext, pitch: number, wait: number, length: number, loud: number): void {
  const at = audio.currentTime + wait, source = audio.createBufferSource(), gate = audio.createBiquadFilter();
  source.buffer = rustle(audio);
  gate.type = 'bandpass';
  gate.frequency.value = pitch;
  gate.Q.value = 2.2;
  source.connect(gate);
  gate.connect(fading(audio, at, loud, length));
  source.start(at);
  source.stop(at + length);
}

/** `times`: the number of taps for a score. */
export function sound(what: Sound, times = 1): void {
  const audio = open();
  if (!audio)
    return;
  const tap = (pitch: number, wait = 0): void => { knock(audio, pitch, wait, 0.07, 0.9); note(audio, pitch / 4, wait, 0.09, 0.25); };
  const does: Record<Sound, () => void> = {
    choose: () => knock(audio, 2600, 0, 0.03, 0.25),
    lay: () => tap(1700),
    double: () => tap(1150),
    draw: () => knock(audio, 3400, 0, 0.16, 0.22),
    score: () => Array.from({ length: Math.min(6, Math.max(1, times)) }, (_, i) => tap(760, 0.12 + i * 0.08)),
    turn: () => { note(audio, 523, 0, 0.22, 0.12); note(audio, 659, 0.11, 0.3, 0.12); },
    pass: () => note(audio, 150, 0, 0.16, 0.35, 'triangle'),
    flag: () => note(audio, 1568, 0, 0.35, 0.12),
    refused: () => note(audio, 220, 0, 0.06, 0.2, 'triangle'),
    one: () => [988, 988].forEach((pitch, i) => note(audio, pitch, 0.1 + i * 0.13, 0.1, 0.14)),
    over: () => [392, 494, 587].forEach((pitch, i) => note(audio, pitch, i * 0.16, 0.5, 0.14)),
    call: () => { note(audio, 880, 0, 0.12, 0.2, 'triangle'); note(audio, 660, 0.1, 0.25, 0.2, 'triangle'); },
  };
  does[what]();
}
