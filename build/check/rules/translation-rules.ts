/** Rules that require every text to exist in the language of each locale that shows the text. */
import { type Locale, localeFacts, locales } from '../../../contract/locales.ts';
import { isDraftOrEnded } from '../../content/availability.ts';
import type { Fault } from '../../content/findings/finding.ts';
import { groupBy } from '../../content/group-by.ts';
import {
  type FileTexts,
  productTexts,
  sharedTexts,
} from '../../content/localize/localized-texts.ts';
import { createLocalizer } from '../../content/localize/localizer.ts';
import { memoize } from '../../content/memoize.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { mayBeIncomplete } from './omitted-members.ts';
import type { ContentRule } from './rule.ts';

const localizersOf = memoize(({ fallbackLanguage }: PartialContent['catalogue']) =>
  locales.map((locale) => createLocalizer(locale, fallbackLanguage)),
);

/** Yields the place of each text that locales take from the fallback language, or that is missing; and these locales. */
function* findTexts(
  origin: 'fallback' | 'missing',
  files: Iterable<FileTexts>,
  { catalogue }: PartialContent,
): Generator<readonly [place: Omit<Fault, 'message'>, locales: readonly Locale[]]> {
  const localizers = localizersOf(catalogue);
  for (const { file, shown, texts } of files) {
    for (const { path, text } of texts) {
      const concerned = locales.filter(
        (locale, at) => shown.includes(locale) && localizers[at]?.originOf(text) === origin,
      );
      if (concerned.length > 0) yield [{ file, path, atName: true }, concerned];
    }
  }
}

const languageOf = (locale: Locale) => localeFacts[locale].language;

function createRules(textsOf: (content: PartialContent) => Iterable<FileTexts>): ContentRule[] {
  return [
    {
      id: 'translation/fell-back',
      severity: 'warning',
      summary: 'Every text is written in the language of each locale that shows it.',
      remedy: 'Add the translation; until then the locale shows the text of the fallback language.',
      example: [
        { file: 'catalogue.json', valid: '{', broken: '{ "fallbackLanguage": { "fr": "en" },' },
        { file: 'tags.json', valid: '"fr"', broken: '"en-US"' },
      ],
      *check(content) {
        if (content.catalogue.fallbackLanguage === undefined) return;
        for (const [place, all] of findTexts('fallback', textsOf(content), content)) {
          for (const [language, some] of groupBy(all, languageOf)) {
            const showing = `${some.join(' and ')} ${some.length === 1 ? 'shows' : 'show'}`;
            const message = `${showing} this in another language; add "${language}"`;
            yield { ...place, message };
          }
        }
      },
    },
    {
      id: 'translation/missing',
      severity: 'error',
      summary: 'Every text exists for each locale that shows it.',
      remedy:
        'Add the text in that language; or set a "fallbackLanguage" in catalogue.json, which replaces missing texts.',
      example: {
        file: 'brands.json',
        valid: ',\n        "fr": "Des essentiels tout simples."',
        broken: '',
      },
      *check(content) {
        if (mayBeIncomplete(content, 'catalogue.json', 'fallbackLanguage')) return;
        for (const [place, all] of findTexts('missing', textsOf(content), content)) {
          const languages = [...new Set(all.map((locale) => `"${languageOf(locale)}"`))];
          const message = `has no text for ${all.join(' and ')}; add ${languages.join(' and ')}`;
          yield { ...place, message };
        }
      },
    },
  ];
}

/** Rules about the texts of product files. */
export const productTranslationRules: readonly ContentRule[] = createRules(({ products }) =>
  products.map(productTexts),
);

/** Rules about the texts of shared files, which the locales of products show that are no drafts and have not ended. */
export const sharedTranslationRules: readonly ContentRule[] = createRules((content) => {
  const products = content.products.map(({ product }) => product);
  const shown = products.filter((product) => !isDraftOrEnded(product, content.day));
  return sharedTexts(content, shown);
});
