/**
 * The settings of the interface, language and colour theme. They are stored between visits, unless the browser blocks
 * storage.
 */
import { computed, effect, type Signal, signal } from '@preact/signals';
import { type Language, languages } from '../../../contract/locales.ts';

const themes = ['auto', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/**
 * The language of the interface: the language that the last visit stored. At the first visit, it is the language of the
 * browser, or English if the browser's language is neither English nor French.
 */
export const language: Signal<Language> = signal(
  stored('language', languages) ??
    languages.find((each) => navigator.language.startsWith(each)) ??
    languages[0],
);

/** The locale for numbers, amounts and dates: Canadian in both languages. */
export const interfaceLocale = computed(() => `${language.value}-CA`);

/** The colour theme; `auto` follows the system. */
export const theme: Signal<Theme> = signal(stored('theme', themes) ?? 'auto');

/** Applies language and theme to the document and stores them, now and whenever they change. */
export function applySettings(): void {
  effect(() => {
    document.documentElement.lang = language.value;
    store('language', language.value);
  });
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
    store('theme', theme.value);
  });
}

/** Switches to the next theme: system, light, dark, then system again. */
export function nextTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] as Theme;
}

function stored<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
  try {
    const text = localStorage.getItem(`preview-${name}`);
    return values.find((value) => value === text);
  } catch {
    return undefined; // The browser blocks storage.
  }
}

function store(name: string, value: string): void {
  try {
    localStorage.setItem(`preview-${name}`, value);
  } catch {
    // The browser blocks storage: the setting applies until the page is left.
  }
}
