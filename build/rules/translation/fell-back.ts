import { type Language, languages, localeFacts } from '../../../contract/locales.ts';
import type { Fault, JsonPath } from '../../findings/finding.ts';
import { toPathText } from '../../findings/locate.ts';
import { type FileTexts, localizedTexts } from '../../localize/localized-texts.ts';
import type { ContentRule } from '../rule.ts';
import { originsByLocale } from './origins-by-locale.ts';

/** Names of texts that a message gives before it only counts. */
const namedTexts = 4;

/**
 * One warning a file and language, at the first such text: where a catalogue is in one language as a
 * whole, one a text would bury everything else.
 */
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

function* explain(
  { file, shown, texts }: FileTexts,
  language: Language,
  origins: ReturnType<typeof originsByLocale>,
): Generator<Fault> {
  const showing = shown.filter((locale) => localeFacts[locale].language === language);
  // A text of one region may do for that locale and not for the other of its language.
  const fellBackIn = showing.map((locale) => ({
    locale,
    paths: texts.filter(({ text }) => origins[locale](text) === 'fallback').map(({ path }) => path),
  }));
  const concerned = fellBackIn.filter(({ paths }) => paths.length > 0);
  const paths = [...new Set(concerned.flatMap((each) => each.paths))];
  const [path] = paths;
  if (path === undefined) return;
  const where = concerned.map(({ locale }) => locale).join(' and ');
  const what = paths.length === 1 ? 'a text' : `${paths.length} texts`;
  const show = concerned.length === 1 ? 'shows' : 'show';
  const message = `${where} ${show} ${what} in another language: ${nameTexts(paths)}; add "${language}"`;
  yield { file, path, atName: true, message };
}

function nameTexts(paths: readonly JsonPath[]): string {
  const named = paths.slice(0, namedTexts).map(toPathText);
  const more = paths.length - named.length;
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
}
