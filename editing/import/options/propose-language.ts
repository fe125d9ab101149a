/** Proposes the language of an imported catalogue, from the columns and texts of its source. */
import type { Language } from '../../../contract/locales.ts';
import type { NeutralTable } from '../neutral.ts';

/** Words that are frequent in one language and rare in the other. */
const words: Readonly<Record<Language, RegExp>> = {
  en: /\b(the|and|with|for|of|is|in)\b/gi,
  fr: /(?<!\p{L})(le|la|les|des|une|et|avec|pour|du|en)(?!\p{L})/giu,
};

/**
 * Returns the language of an import source: the one that its columns imply (`hints`), otherwise the one whose frequent
 * words occur more often in the names and descriptions of its products; English if both occur equally often.
 */
export function proposeLanguage({ hints, styles }: NeutralTable): Language {
  if (hints.language !== undefined) return hints.language;
  const texts = styles
    .flatMap(({ name, short, long }) => [name.source, short.source, long.source])
    .join(' ');
  const count = (language: Language) => texts.match(words[language])?.length ?? 0;
  return count('fr') > count('en') ? 'fr' : 'en';
}
