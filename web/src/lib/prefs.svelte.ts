// The preferences of this device: light or dark, sound, vibration, what is shown in a game.
import { read, write } from './store';

/** The stored value of a preference, or else the first of its values. */
const stored = <Value extends string>(name: string, ...values: [Value, ...Value[]]): Value => values.find((value) => value === read(name)) ?? values[0];

export const prefs = $state({
  theme: stored('theme', 'system', 'light', 'dark'),
  sound: read('sound') === 'on',
  haptics: read('haptics') === 'on',
  /** How fast the turns of computers are shown; `off` shows their result alone. */
  pace: stored('pace', 'normal', 'slow', 'fast', 'off'),
  /** Whether the chances to win are shown in a game of several players. */
  chances: read('chances') !== 'off',
  /** Whether games and answers are recorded. */
  history: read('history') !== 'off',
});

const dark = matchMedia('(prefers-color-scheme: dark)');
const draw = (): void => {
  document.documentElement.dataset.theme = prefs.theme === 'system' ? (dark.matches ? 'dark' : 'light') : prefs.theme;
};
dark.addEventListener('change', draw);
draw();

export function prefer<Name extends keyof typeof prefs>(name: Name, value: (typeof prefs)[Name]): void {
  prefs[name] = value;
  write(name, typeof value === 'string' ? value : value ? 'on' : 'off');
  draw();
}

let audio: AudioContext | undefined;

/** The sound and vibration of dice, if enabled: some knocks of short noise. */
export function rattle(dice: number): void {
  if (prefs.haptics) {
    navigator.vibrate?.([15, 40, 10]);
  }
  if (!prefs.sound) {
    return;
  }
  audio ??= new AudioContext();
  const noise = audio.createBuffer(1, audio.sampleRate / 25, audio.sampleRate);
  noise.getChannelData(0).forEach((_, at, samples) => (samples[at] = (Math.random() - 0.5) * Math.exp(-at / 150)));
  for (let knock = 0; knock < dice * 2; knock += 1) {
    const source = audio.createBufferSource();
    source.buffer = noise;
    source.connect(audio.destination);
    source.start(audio.currentTime + Math.random() * 0.3);
  }
}
