// The preferences of this device: light or dark, sound, vibration.
import { read, write } from './store';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const isTheme = (text: string | null): text is Theme => THEMES.some((theme) => theme === text);
const kept = read('theme');

export const prefs = $state({
  theme: isTheme(kept) ? kept : ('system' as Theme),
  sound: read('sound') === 'on',
  haptics: read('haptics') === 'on',
  /** Whether games and answers are recorded. */
  history: read('history') !== 'off',
});

const dark = matchMedia('(prefers-color-scheme: dark)');
const draw = (): void => {
  document.documentElement.dataset.theme = prefs.theme === 'system' ? (dark.matches ? 'dark' : 'light') : prefs.theme;
};
dark.addEventListener('change', draw);
draw();

export function setTheme(theme: Theme): void {
  prefs.theme = theme;
  write('theme', theme);
  draw();
}

export function turn(name: 'sound' | 'haptics' | 'history', on: boolean): void {
  prefs[name] = on;
  write(name, on ? 'on' : 'off');
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
