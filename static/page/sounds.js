// Sounds and vibration for events in a game. The page synthesizes them and loads no files; it creates nothing before
// the first sound.

/**
 * A kind of wave, or "noise"; the pitch in Hz; the start and the length in seconds; the volume.
 * @typedef {[wave: OscillatorType | "noise", pitch: number, start: number, length: number, volume: number]} Tone
 */

/** The tones of each sound. @type {Record<string, Tone[]>} */
const SOUNDS = {
  piece: [["noise", 900, 0, 0.05, 0.5], ["sine", 190, 0, 0.09, 0.35]],
  capture: [["noise", 1400, 0, 0.05, 0.5], ["sine", 150, 0, 0.1, 0.35], ["noise", 700, 0.07, 0.07, 0.5]],
  turn: [["sine", 523, 0, 0.16, 0.12], ["sine", 784, 0.09, 0.22, 0.1]],
  end: [["sine", 392, 0, 0.5, 0.12], ["sine", 523, 0.14, 0.6, 0.12], ["sine", 659, 0.28, 0.9, 0.12]],
  refused: [["triangle", 150, 0, 0.08, 0.2], ["triangle", 120, 0.1, 0.12, 0.2]],
};
/** The vibrations with each sound, in milliseconds. @type {Record<string, number | number[]>} */
const VIBRATIONS_MS = { piece: 12, capture: 20, turn: 8, end: [20, 60, 20], refused: [10, 40, 10] };
const PAUSE_SECONDS = 0.16; // in seconds, between two sounds

/** The output, which starts at the first sound after a touch, as browsers require. @type {AudioContext | null} */
let context = null;

/**
 * Play sounds and vibrate.
 * @param {string} names of SOUNDS, separated by spaces
 * @param {boolean} isAudible true to play them
 * @param {boolean} vibrates true to vibrate with the first
 */
export function signal(names, isAudible, vibrates) {
  const list = names.split(" ");
  const activation = navigator.userActivation ?? { hasBeenActive: true, isActive: true };
  if (vibrates && activation.hasBeenActive) navigator.vibrate?.(VIBRATIONS_MS[list[0]]);
  if (!isAudible || !(context || activation.isActive) || !globalThis.AudioContext) return;
  const output = context ??= new AudioContext();
  if (output.state === "suspended") output.resume().catch(() => {}); // the browser may forbid sounds again
  list.forEach((name, number) => {
    for (const tone of SOUNDS[name]) play(output, tone, output.currentTime + number * PAUSE_SECONDS);
  });
}

/**
 * @param {AudioContext} context
 * @param {Tone} tone
 * @param {number} now in seconds
 */
function play(context, [wave, pitch, offset, length, loudness], now) {
  const start = now + offset, volume = context.createGain();
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + 0.005);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  volume.connect(context.destination);
  const source = wave === "noise" ? noise(context, pitch, volume) : tone(context, wave, pitch, volume);
  source.start(start);
  source.stop(start + length);
}

/**
 * @param {AudioContext} context
 * @param {OscillatorType} wave
 * @param {number} pitch
 * @param {AudioNode} output
 */
function tone(context, wave, pitch, output) {
  const oscillator = context.createOscillator();
  oscillator.type = wave;
  oscillator.frequency.value = pitch;
  oscillator.connect(output);
  return oscillator;
}

/**
 * @param {AudioContext} context
 * @param {number} pitch
 * @param {AudioNode} output
 */
function noise(context, pitch, output) {
  const samples = context.createBuffer(1, context.sampleRate / 8, context.sampleRate);
  const data = samples.getChannelData(0);
  for (let index = 0; index < data.length; index++) data[index] = 2 * Math.random() - 1;
  const source = context.createBufferSource(), filter = context.createBiquadFilter();
  source.buffer = samples;
  filter.type = "lowpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(output);
  return source;
}
