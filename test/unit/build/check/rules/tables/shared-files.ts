/** Tests of the rules about the entries of shared files: brands, size charts, deprecations and unused entries. */
import { locatedStock } from '../../../../../helpers/located-stock.ts';
import { replace, rewriteJson, write } from '../edited-content.ts';
import { accepts, after, finds, ignores, type RuleRows } from '../rule-rows.ts';

const tee = 'products/TEE-1.json';
const charts = 'size-charts.json';
const withLocations = write('locations.json', locatedStock['locations.json']);
const stockRows = (...rows: readonly string[]) =>
  write('inventory.csv', ['sku,color,size,quantity,location', ...rows, ''].join('\n'));

const text = { en: 'A', fr: 'B' };

/** File, list in it, and an entry that nothing uses. */
const unusedEntries = [
  ['colors.json', 'families', { name: text, hex: '#000000' }],
  ['facets.json', 'materials', text, 'X'],
  ['companies.json', 'companies', { name: 'X' }],
] as const;

/** Returns an edit that writes deprecations.json with one route, from its announcement to its end. */
const deprecate = (path: string, announced: string, sunset: string) =>
  write(
    'deprecations.json',
    JSON.stringify({ routes: { [path]: { announced, sunset, link: 'https://x.test/v2' } } }),
  );

const aliases = (members: string) =>
  replace('sizes.json', '"sizes": [', `"aliases": { ${members} }, "sizes": [`);

/** Returns an edit that adds a measure, and replaces the first measure of a chart. */
const measured = (measure: string) =>
  rewriteJson(charts, ({ charts: { tops } }: { charts: { tops: { measures: unknown[] } } }) => ({
    measures: { chest: { name: text, how: text } },
    charts: { tops: { ...tops, measures: [JSON.parse(measure), ...tops.measures.slice(1)] } },
  }));

export const sharedFiles: RuleRows = {
  'shared/size-alias': [
    accepts(
      'aliases in every field and table that names a size',
      aliases('"XXL": "2XL", "One size": "OSFA"'),
      replace(tee, '"2XL"', '"XXL"'),
      replace(charts, '"2XL"', '"XXL"'),
      replace('products/BAG-5.json', 'OSFA', 'One size'),
      replace('inventory.csv', 'navy,2XL', 'navy,XXL'),
      replace('prices/surcharges.csv', '2XL', 'XXL'),
    ),
    finds(
      'aliases that are sizes, refer to no size, or refer to another alias',
      ['"M"', '"XM"', '"XXL" ×2 → 2XL'],
      aliases('"M": "S", "L": "XM", "XXL": "XXL", "2X": "XXL"'),
    ),
  ],
  'shared/size-chart-row': [
    finds(
      'rows of a size and of its alias',
      '"XXL"',
      replace(charts, '"rows": {', '"rows": { "XXL": [1, 2],'),
      aliases('"XXL": "2XL"'),
    ),
  ],
  'shared/unknown-measure': [accepts('a measure by its id', measured('"chest"'))],
  'shared/unused-entry': [
    ...unusedEntries.map(([file, list, entry, id = 'x']) => {
      const start = `"${list}": {`;
      const added = replace(file, start, `${start} "${id}": ${JSON.stringify(entry)},`);
      return finds(`an entry of ${list} that nothing uses`, `"${id}"`, added);
    }),
    finds('a size', '"5XL"', replace('sizes.json', '"2XL",', '"2XL", "S", "5XL",')),
    finds(
      'a drawing and an asset that nothing shows',
      ['', '@ drawings/cap-front.svg'],
      write('assets/icons/old.svg', '<svg/>'),
      write('drawings/cap-front.svg'),
    ),
    finds('a measure that no chart has', '"chest"', measured('{ "en": "A", "fr": "B" }')),
    ...after(
      [withLocations],
      [
        finds(
          'locations that no stock row names',
          ['"reno" @ locations.json', '"calgary" @ locations.json'],
          stockRows('TEE-1,navy,S,5,montreal'),
        ),
      ],
    ),
    ignores(
      'an entry that may be the target of a misspelt reference',
      replace('products/BAG-5.json', '"category": "bags"', '"category": "bag"'),
      replace('products/HOOD-2.json', '"drawing": "hoodie"', '"drawing": "hoody"'),
      replace('decorations.json', 'icons/embroidery.svg', 'icons/embroideri.svg'),
    ),
  ],
  'deprecation/short-notice': [
    accepts('a sunset after three months', deprecate('/v1/products', '2026-12-01', '2027-03-01')),
  ],
};
