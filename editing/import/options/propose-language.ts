/** Proposes the language of an imported catalogue, from the columns and texts of its source. */
import type { Language } from '../../../contract/locales.ts';
import type { NeutralTable } from '../neutral.ts';

/** Language → frequent words of its texts that are rare in the other. `color` and `size` are in both. */
const words: Readonly<Record<Language, string>> = {
  en: 'the|and|with|for|of|is|in|to|your|from|by|black|white|blue|red|green|gr[ae]y',
  fr: "le|la|les|des?|du|une|et|avec|pour|en|à|aux?|sans|sur|[dl](?=[’'])|couleur|coloris|taille|grandeur|noire?|blanc(?:he)?|bleue?|rouge|verte?|grise?",
};

/** A guess of the language of a source, and how certain it is, for the report. */
export interface LanguageGuess {
  readonly language: Language;
  readonly certainty: string;
}

/** Numbers of known words from which, and shares of one language above which, a guess is certain. */
const [fewWords, clearShare, knownShare] = [5, 0.8, 0.08];

/** Guesses the language by the names of the columns, otherwise by frequent words; English if both are equal. */
export function guessLanguage({ hints, styles }: NeutralTable): LanguageGuess {
  if (hints.language !== undefined) {
    return { language: hints.language, certainty: 'certain, by the names of the columns' };
  }
  const options = styles
    .flatMap(({ variants }) => variants.flatMap((variant) => variant.options))
    .flatMap(({ name, value }) => [name, value.source]);
  const ownTexts = styles.flatMap(({ name, short, long }) =>
    [name, short, long].map(({ source }) => source),
  );
  const texts = [...ownTexts, ...new Set(options)].join(' ').replaceAll(/<[^<>]*>/g, ' ');
  const count = (language: Language) => {
    const word = new RegExp(`(?<!\\p{L})(?:${words[language]})(?!\\p{L})`, 'giu');
    return texts.match(word)?.length ?? 0;
  };
  const [en, fr] = [count('en'), count('fr')];
  const language = fr > en ? 'fr' : 'en';
  const share = Math.max(en, fr) / (en + fr || 1);
  const all = texts.match(/\p{L}+/gu)?.length ?? 0;
  const isCertain = en + fr >= fewWords && share >= clearShare && (en + fr) / all >= knownShare;
  const counts = `${en} frequent English words, ${fr} French ones, of ${all}`;
  const certainty = isCertain ? 'certain' : 'uncertain, check it or set --language';
  return { language, certainty: `${certainty}: ${counts}` };
}
