import { signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const key = 'gatehouse.theme';
const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** The theme that was chosen in this browser. */
export const theme = signal<Theme>(read());
show(theme.value);

function read(): Theme {
  return themes.find((one) => one === localStorage.getItem(key)) ?? 'system';
}

const system = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(system.matches);
// A phone becomes dark at sunset, while a page is open.
system.addEventListener('change', ({ matches }) => {
  isSystemDark.value = matches;
});

/** True if the page is dark now, by choice or by the system. */
export function isDark(): boolean {
  return theme.value === 'system' ? isSystemDark.value : theme.value === 'dark';
}

/** Chooses a theme for this browser. */
export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  localStorage.setItem(key, chosen);
  show(chosen);
}

function show(chosen: Theme): void {
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
}
