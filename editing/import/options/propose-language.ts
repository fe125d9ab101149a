/** Proposes the language of an imported catalogue, from the columns and texts of its source. */
import type { Language } from '../../../contract/locales.ts';
import type { NeutralTable } from '../neutral.ts';

/**
 * Language → pattern of words that are frequent in its names, descriptions, options and colours, and rare in those of
 * the other language. `d` and `l` must be followed by an apostrophe. `color` and `size` are missing, because readers
 * use them as names of options in any language.
 */
const words: Readonly<Record<Language, string>> = {
  en: 'the|and|with|for|of|is|in|to|your|from|by|black|white|blue|red|green|gr[ae]y',
  fr: "le|la|les|des?|du|une|et|avec|pour|en|à|aux?|sans|sur|[dl](?=[’'])|couleur|coloris|taille|grandeur|noire?|blanc(?:he)?|bleue?|rouge|verte?|grise?",
};

/**
 * Returns the language of an import source: the one that its columns imply (`hints`), otherwise the one whose frequent
 * words occur more often in the texts of the source; English if both occur equally often. The texts are the names and
 * descriptions of the products, and the names and values of variant options (each different one counts once).
 */
export function proposeLanguage({ hints, styles }: NeutralTable): Language {
  if (hints.language !== undefined) return hints.language;
  const options = styles
    .flatMap(({ variants }) => variants.flatMap((variant) => variant.options))
    .flatMap(({ name, value }) => [name, value.source]);
  const ownTexts = styles.flatMap(({ name, short, long }) => [
    name.source,
    short.source,
    long.source,
  ]);
  const texts = [...ownTexts, ...new Set(options)].join(' ');
  const count = (language: Language) => {
    const word = new RegExp(`(?<!\\p{L})(?:${words[language]})(?!\\p{L})`, 'giu');
    return texts.match(word)?.length ?? 0;
  };
  return count('fr') > count('en') ? 'fr' : 'en';
}
