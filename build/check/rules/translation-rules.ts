/** Rules that require every text to exist in the language of each locale that shows the text. */
import {
  type Language,
  type Locale,
  languages,
  localeFacts,
  locales,
} from '../../../contract/locales.ts';
import { isDraftOrEnded } from '../../content/availability.ts';
import type { Fault } from '../../content/findings/finding.ts';
import {
  type FileTexts,
  productTexts,
  sharedTexts,
} from '../../content/localize/localized-texts.ts';
import { createLocalizer, type Localizer } from '../../content/localize/localizer.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { mayBeIncomplete } from './omitted-members.ts';
import type { ContentRule } from './rule.ts';

/** Returns the localized texts that a rule checks, by file. */
type TextsOf = (content: PartialContent) => Iterable<FileTexts>;

/** Returns a rule that warns of texts that a locale shows in its fallback language. */
const fallbackTranslation = (textsOf: TextsOf): ContentRule => ({
  id: 'translation/fell-back',
  severity: 'warning',
  summary: 'Every text is written in the language of each locale that shows it.',
  remedy: 'Add the translation; until then the locale shows the text of the fallback language.',
  *check(content) {
    if (content.catalogue.fallbackLanguage === undefined) return;
    const origins = originsByLocale(content);
    for (const texts of textsOf(content)) {
      for (const language of languages) yield* explain(texts, language, origins);
    }
  },
});

/**
 * Yields one fault for each text that at least one locale of `language` shows in the fallback language
 * instead. The fault marks the name of the member that contains the text.
 */
function* explain(
  { file, shown, texts }: FileTexts,
  language: Language,
  origins: ReturnType<typeof originsByLocale>,
): Generator<Fault> {
  const showing = shown.filter((locale) => localeFacts[locale].language === language);
  for (const { path, text } of texts) {
    // A regional text is shown in its own locale only.
    const concerned = showing.filter((locale) => origins[locale](text) === 'fallback');
    if (concerned.length === 0) continue;
    const verb = concerned.length === 1 ? 'shows' : 'show';
    const message = `${concerned.join(' and ')} ${verb} this in another language; add "${language}"`;
    yield { file, path, atName: true, message };
  }
}

/**
 * Returns a rule that reports texts that a locale must show and that are written neither for it, nor in its language,
 * nor in its fallback language. The rule finds nothing if the member `fallbackLanguage` of catalogue.json could not be
 * read.
 */
const missingTranslation = (textsOf: TextsOf): ContentRule => ({
  id: 'translation/missing',
  severity: 'error',
  summary: 'Every text exists for each locale that shows it.',
  remedy:
    'Add the text in that language; or set a "fallbackLanguage" in catalogue.json, which replaces missing texts.',
  *check(content) {
    if (mayBeIncomplete(content, 'catalogue.json', 'fallbackLanguage')) return;
    const origins = originsByLocale(content);
    for (const { file, shown, texts } of textsOf(content)) {
      for (const { path, text } of texts) {
        const missingLocales = shown.filter((locale) => origins[locale](text) === 'missing');
        if (missingLocales.length === 0) continue;
        const languages = new Set(
          missingLocales.map((locale) => `"${localeFacts[locale].language}"`),
        );
        const message = `has no text for ${missingLocales.join(' and ')}; add ${[...languages].join(' and ')}`;
        yield { file, path, atName: true, message };
      }
    }
  },
});

/**
 * Returns, for each locale, the function that determines where the locale takes a text from: its own text,
 * its language, the fallback language, or nowhere (see `TextOrigin`).
 */
function originsByLocale({
  catalogue,
}: PartialContent): Readonly<Record<Locale, Localizer['originOf']>> {
  const entries = locales.map((locale) => [
    locale,
    createLocalizer(locale, catalogue.fallbackLanguage).originOf,
  ]);
  return Object.fromEntries(entries) as Record<Locale, Localizer['originOf']>;
}

const rulesAbout = (textsOf: TextsOf) =>
  [fallbackTranslation(textsOf), missingTranslation(textsOf)] as const;

/** Rules about product files: they report texts that a locale lacks or takes from the fallback language. */
export const productTranslationRules: readonly ContentRule[] = rulesAbout(({ products }) =>
  products.map(productTexts),
);

/**
 * Rules about shared files: they report texts that a locale lacks or takes from the fallback language. A locale shows
 * shared texts if a product is sold in its market; drafts and products whose last day is past do not count.
 */
export const sharedTranslationRules: readonly ContentRule[] = rulesAbout((content) => {
  const products = content.products.map(({ product }) => product);
  const shown = products.filter((product) => !isDraftOrEnded(product, content.day));
  return sharedTexts(content, shown);
});
