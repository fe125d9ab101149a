/** Rules about the languages of texts. */
import {
  type Language,
  type Locale,
  languages,
  localeFacts,
  locales,
} from '../../../contract/locales.ts';
import type { Fault } from '../../content/findings/finding.ts';
import {
  type FileTexts,
  localesOf,
  productTexts,
  sharedTexts,
} from '../../content/localize/localized-texts.ts';
import { createOriginOf, type OriginOf } from '../../content/localize/text-origin.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { mayLack } from './left-out.ts';
import type { ContentRule } from './rule.ts';

/** The texts that a rule checks. */
type TextsOf = (content: PartialContent) => Iterable<FileTexts>;

const fellBack = (textsOf: TextsOf): ContentRule => ({
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

/** Yields one fault for each text, at its name, for all locales of the language that fall back. */
function* explain(
  { file, shown, texts }: FileTexts,
  language: Language,
  origins: ReturnType<typeof originsByLocale>,
): Generator<Fault> {
  const showing = shown.filter((locale) => localeFacts[locale].language === language);
  for (const { path, text } of texts) {
    // A regional text serves its own locale only.
    const concerned = showing.filter((locale) => origins[locale](text) === 'fallback');
    if (concerned.length === 0) continue;
    const verb = concerned.length === 1 ? 'shows' : 'show';
    const message = `${concerned.join(' and ')} ${verb} this in another language; add "${language}"`;
    yield { file, path, atName: true, message };
  }
}

/** Finds nothing while the fallback language cannot be read. */
const missingTranslation = (textsOf: TextsOf): ContentRule => ({
  id: 'translation/missing',
  severity: 'error',
  summary: 'Every text exists for each locale that shows it.',
  remedy:
    'Add the text in that language; or set a "fallbackLanguage" in catalogue.json, which replaces missing texts.',
  *check(content) {
    if (mayLack(content, 'catalogue.json', 'fallbackLanguage')) return;
    const origins = originsByLocale(content);
    for (const { file, shown, texts } of textsOf(content)) {
      for (const { path, text } of texts) {
        const lacking = shown.filter((locale) => origins[locale](text) === 'missing');
        if (lacking.length === 0) continue;
        const languages = new Set(lacking.map((locale) => `"${localeFacts[locale].language}"`));
        const message = `has no text for ${lacking.join(' and ')}; add ${[...languages].join(' and ')}`;
        yield { file, path, atName: true, message };
      }
    }
  },
});

/** Returns the origin of a text in each locale of partial content. */
function originsByLocale({ catalogue }: PartialContent): Readonly<Record<Locale, OriginOf>> {
  const entries = locales.map((locale) => [
    locale,
    createOriginOf(locale, catalogue.fallbackLanguage),
  ]);
  return Object.fromEntries(entries) as Record<Locale, OriginOf>;
}

const rulesAbout = (textsOf: TextsOf) => [fellBack(textsOf), missingTranslation(textsOf)] as const;

/** Rules about missing translations in product files. */
export const productTranslationRules: readonly ContentRule[] = rulesAbout(({ products }) =>
  products.map(productTexts),
);

/** The same rules for the files that products share. */
export const sharedTranslationRules: readonly ContentRule[] = rulesAbout((content) =>
  sharedTexts(content, localesOf(content.products.map(({ product }) => product))),
);
