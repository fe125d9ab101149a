/** Rules that report ids in JSON files that are not defined, at the members that `referenceTo` marks. */
import type { Fault, JsonPath } from '../../content/findings/finding.ts';
import { aboutUnknown, idOfProduct } from '../../content/findings/relations.ts';
import { hintsFor, suggest, suggestSize } from '../../content/findings/suggest.ts';
import { groupBy } from '../../content/group-by.ts';
import { memoize } from '../../content/memoize.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { explainInvisible } from '../../content/rules/text-rules.ts';
import { jsonKinds } from '../../content/schemas/kinds.ts';
import {
  idSources,
  idsAt,
  type ReferenceKind,
  referencePlaces,
} from '../../content/schemas/references.ts';
import { explainAsset, explainDrawing } from './pictures.ts';
import type { ContentRule } from './rule.ts';

/** The path of product files in `idPlaces`. */
export const productFiles = jsonKinds.product.path;

/** JSON file → kind of id → the members that have such ids. */
export const idPlaces = new Map(
  Object.values(jsonKinds).map(({ path, schema }) => {
    return [path as string, groupBy(referencePlaces(schema), ({ kind }) => kind)];
  }),
);

/** Returns the members of all shared files. */
const sharedMembers = memoize((content: PartialContent) => {
  return { ...content.catalogue, ...content, charts: content.sizeCharts };
});

/** Yields the ids of a kind in all product files or in a shared file. */
export function* idsIn(
  name: string,
  kind: ReferenceKind,
  content: PartialContent,
): Generator<{ readonly file: string; readonly path: JsonPath; readonly id: string }> {
  const documents =
    name === productFiles ? content.products : [{ file: name, product: sharedMembers(content) }];
  for (const { file, product } of documents) {
    for (const place of idPlaces.get(name)?.get(kind) ?? []) {
      for (const [path, id] of idsAt(product, place.path)) yield { file, path, id };
    }
  }
}

/** Returns the function that suggests a correction of an unknown id: sizes have many spellings. */
export function suggestOf(kind: ReferenceKind): typeof suggest {
  return kind === 'sizes' ? suggestSize : suggest;
}

/** Returns the fault of an id without its place, or undefined if the id is defined, or its file cannot be read. */
export function explainUnknown(
  kind: ReferenceKind,
  id: string,
  content: PartialContent,
): Omit<Fault, 'file'> | undefined {
  if (kind === 'assets') return explainAsset(id, content);
  if (kind === 'drawings') return explainDrawing(id, content);
  const known = content.ids[kind];
  if (known === undefined || known.has(id)) return undefined;
  const { file, several } = idSources[kind];
  const hints = hintsFor(id, known, suggestOf(kind));
  const problem =
    explainInvisible(id, hints.suggestion) ?? `is not among the ${several} of ${file}`;
  return { message: `"${id}" ${problem}`, about: aboutUnknown(kind, id), ...hints };
}

function createRule(
  id: string,
  [name, kind]: readonly [file: string, kind: ReferenceKind],
  texts: Pick<ContentRule, 'summary' | 'remedy' | 'example'>,
): ContentRule {
  return {
    id,
    severity: 'error',
    ...texts,
    *check(content) {
      for (const { file, path, id } of idsIn(name, kind, content)) {
        const fault = explainUnknown(kind, id, content);
        // `product/recommended-size` compares recommendations with the sizes of the product.
        if (fault === undefined || path[0] === 'sizeRecommendations') continue;
        // What a product misspells it also seems to lack.
        const lacking = idOfProduct(file, kind, fault.suggestion);
        const explains = [lacking, ...(fault.about?.explains ?? [])];
        yield { file, path, ...fault, about: { ...fault.about, explains } };
      }
    },
  };
}

/** Last part of a rule's id → the kind of id, an id of the product TEE-1, and a mistake in it. */
const idsOfProducts = {
  brand: ['brands', 'acme', 'acm'],
  category: ['categories', 'tees', 'tee'],
  color: ['colors', 'grey-navy', 'gray-navy'],
  decoration: ['decorations', 'print', 'printing'],
  fabric: ['fabrics', 'cotton', 'coton'],
  for: ['for', 'adults', 'adult'],
  inspiration: ['inspiration', 'team', 'teams'],
  material: ['materials', 'CO', 'co'],
  size: ['sizes', '2XL', '2xl'],
  'size-chart': ['sizeCharts', 'tops', 'top'],
  tag: ['tags', 'best-seller', 'best-sellers'],
} as const;

/** Rules about ids in one product. */
export const unknownIdRules: readonly ContentRule[] = [
  ...Object.entries(idsOfProducts).map(([name, [kind, valid, broken]]) => {
    const { file, one, several } = idSources[kind];
    return createRule(`product/unknown-${name}`, [productFiles, kind], {
      summary: `The ${one} of a product is among the ${several} of ${file}.`,
      remedy: `Correct the id, or add the ${one} to ${file}.`,
      example: { file: 'products/TEE-1.json', valid: `"${valid}"`, broken: `"${broken}"` },
    });
  }),
  createRule('product/unknown-drawing', [productFiles, 'drawings'], {
    summary: 'The drawing of a product has a front and a back.',
    remedy: 'Correct the name, or add <name>-front.svg and <name>-back.svg to drawings/.',
    example: { file: 'products/HOOD-2.json', valid: '"hoodie"', broken: '"hoodi"' },
  }),
];

/** Rules about ids in shared files, and about pictures: the list of files is known to rules about the catalogue. */
export const unknownSharedIdRules: readonly ContentRule[] = [
  createRule('catalogue/unknown-base-tier', ['catalogue.json', 'tiers'], {
    summary: 'The base tier of the catalogue is one of its tiers.',
    remedy: 'Correct "base", or add the tier to "all" and its prices to prices/.',
    example: { file: 'catalogue.json', valid: '"base": "A3"', broken: '"base": "a3"' },
  }),
  createRule('product/unknown-asset', [productFiles, 'assets'], {
    summary: 'The pictures that a product names are in assets/, or https URLs.',
    remedy: 'Correct the path, or add the file to assets/.',
    example: { file: 'products/USA-4.json', valid: 'stateside.png', broken: 'statesite.png' },
  }),
  createRule('shared/unknown-family', ['colors.json', 'families'], {
    summary: 'The families of a colour are among the families of colors.json.',
    remedy: 'Correct the id, or add the family to colors.json.',
    example: { file: 'colors.json', valid: '"grey",', broken: '"gray",' },
  }),
  createRule('shared/unknown-icon', ['decorations.json', 'assets'], {
    summary: 'The icon of a decoration is in assets/, or https URLs.',
    remedy: 'Correct the path, or add the file to assets/.',
    example: { file: 'assets/icons/embroidery.svg' },
  }),
  createRule('shared/unknown-measure', ['size-charts.json', 'measures'], {
    summary: 'The measures of a size chart are among the measures of size-charts.json.',
    remedy: 'Correct the id, or add it to `measures`.',
    example: { file: 'size-charts.json', valid: '"measures": [', broken: '"measures": ["chset",' },
  }),
];
