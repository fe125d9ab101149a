import { localeFacts } from '../../../../contract/locales.ts';
import { localizedTexts } from '../../../content/localize/localized-texts.ts';
import { mayLack } from '../left-out.ts';
import type { ContentRule } from '../rule.ts';
import { originsByLocale } from './origins-by-locale.ts';

/** Silent where the fallback language, which would give the text, could not be read. */
export const missingTranslation: ContentRule = {
  id: 'translation/missing',
  severity: 'error',
  summary: 'Every text is there for each locale that shows it.',
  remedy:
    'Add the text in that language; or name a "fallbackLanguage" in catalogue.json, from which missing texts are then taken.',
  *check(draft) {
    if (mayLack(draft, 'catalogue.json', 'fallbackLanguage')) return;
    const origins = originsByLocale(draft);
    for (const { file, shown, texts } of localizedTexts(draft)) {
      for (const { path, text } of texts) {
        const lacking = shown.filter((locale) => origins[locale](text) === 'missing');
        if (lacking.length === 0) continue;
        const languages = new Set(lacking.map((locale) => `"${localeFacts[locale].language}"`));
        const message = `has no text for ${lacking.join(' and ')}; add ${[...languages].join(' and ')}`;
        yield { file, path, atName: true, message };
      }
    }
  },
};
