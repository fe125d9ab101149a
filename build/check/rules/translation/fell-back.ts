import { type Language, languages, localeFacts } from '../../../../contract/locales.ts';
import type { Fault } from '../../../content/findings/finding.ts';
import { type FileTexts, localizedTexts } from '../../../content/localize/localized-texts.ts';
import type { ContentRule } from '../rule.ts';
import { originsByLocale } from './origins-by-locale.ts';

export const fellBack: ContentRule = {
  id: 'translation/fell-back',
  severity: 'warning',
  summary: 'Every text is written in the language of each locale that shows it.',
  remedy: 'Add the translation; until then the locale shows the text of the fallback language.',
  *check(draft) {
    if (draft.catalogue.fallbackLanguage === undefined) return;
    const origins = originsByLocale(draft);
    for (const texts of localizedTexts(draft)) {
      for (const language of languages) yield* explain(texts, language, origins);
    }
  },
};

/** One fault a text, at its name, whichever locales of the language take it from elsewhere. */
function* explain(
  { file, shown, texts }: FileTexts,
  language: Language,
  origins: ReturnType<typeof originsByLocale>,
): Generator<Fault> {
  const showing = shown.filter((locale) => localeFacts[locale].language === language);
  for (const { path, text } of texts) {
    // A text of one region may do for that locale and not for the other of its language.
    const concerned = showing.filter((locale) => origins[locale](text) === 'fallback');
    if (concerned.length === 0) continue;
    const verb = concerned.length === 1 ? 'shows' : 'show';
    const message = `${concerned.join(' and ')} ${verb} this in another language; add "${language}"`;
    yield { file, path, atName: true, message };
  }
}
