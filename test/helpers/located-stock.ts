/** Content files that add stock by location, part ids and GTINs to a copy of the fixture catalogue. */

/** Montréal ships to Canada and the US; each other location ships only within its own country. */
const locations = {
  montreal: {
    name: { en: 'Montreal', 'en-CA': 'Montréal', fr: 'Montréal' },
    country: 'CA',
    markets: ['CA', 'US'],
  },
  // Shown in English only.
  reno: { name: { en: 'Reno' }, country: 'US', markets: ['US'] },
  calgary: { name: { en: 'Calgary', fr: 'Calgary' }, country: 'CA', markets: ['CA'] },
};

const inventory = `sku,color,size,quantity,location,incoming,incoming_date,as_of
BAG-5,navy,OSFA,400,,,,
HOOD-2,bright,2XL,7,,,,2026-11-20T06:00:00-05:00
HOOD-2,grey-navy,M,31,,,,
TEE-1,navy,S,5,calgary,0,,2026-11-20T06:00:00-05:00
TEE-1,navy,S,20,reno,600,2027-01-31,2026-11-20T10:30:00Z
TEE-1,navy,S,100,montreal,,,
TEE-1,grey-navy,2XL,9,reno,,,
TEE-1,navy,M,12,,,,
USA-4,navy,M,9,reno,,,
`;

/** The text of variants.csv, with GTINs of 12, 13, 14 and 8 digits. */
const variants = `sku,color,size,part_id,gtin
TEE-1,navy,S,TEE-1-NVY-S,051275060824
TEE-1,navy,M,,6291041500213
TEE-1,grey-navy,2XL,TEE-1-GRY-2XL,00888430139121
BAG-5,navy,OSFA,BAG/5.1,14567810
`;

/** Path within the content folder → text of the file. */
export const locatedStock = {
  'locations.json': `${JSON.stringify({ locations }, undefined, 2)}\n`,
  'inventory.csv': inventory,
  'variants.csv': variants,
} as const;
