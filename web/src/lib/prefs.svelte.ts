// The preferences of this device: light or dark, sound, vibration, what is shown in a game.
import { read, write } from './store';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** How fast the turns of computers are shown; `off` shows their result alone. */
export const PACES = ['slow', 'normal', 'fast', 'off'] as const;
export type Pace = (typeof PACES)[number];

const isTheme = (text: string | null): text is Theme => THEMES.some((theme) => theme === text);
const isPace = (text: string | null): text is Pace => PACES.some((pace) => pace === text);
const stored = read('theme');
const pace = read('pace');

export const prefs = $state({
  theme: isTheme(stored) ? stored : ('system' as Theme),
  sound: read('sound') === 'on',
  haptics: read('haptics') === 'on',
  pace: isPace(pace) ? pace : ('normal' as Pace),
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

export function setTheme(theme: Theme): void {
  prefs.theme = theme;
  write('theme', theme);
  draw();
}

export function setPace(pace: Pace): void {
  prefs.pace = pace;
  write('pace', pace);
}

export function turn(name: 'sound' | 'haptics' | 'chances' | 'history', on: boolean): void {
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
