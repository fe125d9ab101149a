/** The shared files of an import: what no export holds, filled with plain defaults. */
import type { ImportedContent } from '../content-files.ts';
import { baseTier, tiers } from './price-rows.ts';

const unbranded = 'Unbranded';

/** `catalogue.json`: English alone, so that French readers are shown the English text. */
export function toCatalogue(): ImportedContent['catalogue'] {
  return {
    defaultLocale: 'en-CA',
    fallbackLanguage: { fr: 'en' },
    tiers: { base: baseTier, all: [...tiers] },
    texts: {
      minimumOrder: { en: 'Minimum order: {quantity}' },
      designCredits: { en: 'Design credits included: {quantity}' },
      insufficientInventory: { en: 'There are not enough pieces in stock for this project.' },
      // A shop's pictures come in no known order, so none is called the back.
      imageFront: { en: '{product}, {color}' },
      imageBack: { en: '{product}, {color}' },
      imageWheel: {
        en: 'Colour-block wheel for {product}',
        'en-US': 'Color-block wheel for {product}',
      },
      decorations: { en: 'Decorations' },
    },
  };
}

/** The one brand of an import. */
export function toBrand(name: string | undefined) {
  const label = name ?? unbranded;
  return {
    name: label,
    description: {
      en: name === undefined ? 'Garments without a brand name.' : `Garments by ${label}.`,
    },
    page: false,
  };
}

/** `companies.json`: one alias, which sells everything. */
export const onlyCompany = 'default';
export const companies = { [onlyCompany]: { name: 'Default' } };

/** Labels of `for`. */
export const audienceNames = { adults: 'Unisex', men: 'Men', women: 'Women', youth: 'Youth' };
