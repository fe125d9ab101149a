/** Settings that are kept between visits: the language of the interface, and light or dark. */
import { computed, effect, type Signal, signal } from '@preact/signals';
import { type Language, languages } from '../../../contract/locales.ts';

const themes = ['auto', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** Language of the preview: the browser's until the user chooses one. */
export const language: Signal<Language> = signal(
  stored('language', languages) ??
    languages.find((each) => navigator.language.startsWith(each)) ??
    languages[0],
);

/** The locale that numbers, amounts and dates are written in: Canadian in both languages. */
export const interfaceLocale = computed(() => `${language.value}-CA`);

export const theme: Signal<Theme> = signal(stored('theme', themes) ?? 'auto');

/** Shows and keeps what is chosen. */
export function followSettings(): void {
  effect(() => {
    document.documentElement.lang = language.value;
    localStorage.setItem('preview-language', language.value);
  });
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
    localStorage.setItem('preview-theme', theme.value);
  });
}

/** Light, dark, and as the system has it, one after another. */
export function nextTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] as Theme;
}

function stored<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
  const text = localStorage.getItem(`preview-${name}`);
  return values.find((value) => value === text);
}
