import { each, type QualityCheck } from '../check.ts';

/**
 * Google: data and page are in the language of the country; Québec’s Charter of the French Language,
 * section 52: catalogues are in French.
 */
export const translated: QualityCheck = {
  id: 'text/translated',
  importance: 'critical',
  demand: 'Every locale shows every text in its own language.',
  lack: 'texts in another language',
  remedy: 'Add the language to the texts that are named.',
  count({ texts, locales }) {
    const shown = texts.flatMap((text) => locales.map((locale) => ({ ...text, locale })));
    return each(
      shown,
      ({ place, locale }) => `${place} ${locale}`,
      ({ origins, locale }) => origins[locale] === 'fallback' || origins[locale] === 'missing',
    );
  },
};
