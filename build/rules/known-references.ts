/** Every brand, category, colour, size … that a product names must exist. */
import type { Content } from '../load/content.ts';
import type { ProductContent } from '../schemas/product.ts';
import { productRule } from './rule.ts';

interface Reference {
  readonly path: string;
  readonly id: string | undefined;
  /** The file that would have to hold it. */
  readonly home: string;
  readonly known: (id: string) => boolean;
}

export const knownReferences = productRule(function* (product, content) {
  for (const { path, id, home, known } of referencesOf(product, content)) {
    if (id !== undefined && !known(id)) {
      yield { path, message: `"${id}" is not in ${home}; correct it or add it there` };
    }
  }
});

function referencesOf(product: ProductContent, content: Content): Reference[] {
  const to = (table: object, home: string) => (path: string, id: string | undefined) => ({
    path,
    id,
    home,
    known: (candidate: string) => Object.hasOwn(table, candidate),
  });
  const { facets } = content;
  const listed = (path: string, ids: readonly string[] | undefined, one: ReturnType<typeof to>) =>
    (ids ?? []).map((id, index) => one(`${path}.${index}`, id));
  return [
    to(content.brands, 'brands.json')('brand', product.brand),
    to(content.categories, 'categories.json')('category', product.category),
    to(content.tags, 'tags.json')('tag', product.tag),
    to(facets.for, 'facets.json')('for', product.for),
    to(content.sizeCharts, 'size-charts.json')('sizeChart', product.sizeChart),
    ...listed('inspiration', product.inspiration, to(facets.inspiration, 'facets.json')),
    ...listed('fabrics', product.fabrics, to(facets.fabrics, 'facets.json')),
    ...listed('materials', product.materials, to(facets.materials, 'facets.json')),
    ...listed(
      'customization.decorations',
      product.customization.decorations,
      to(content.decorations, 'decorations.json'),
    ),
    ...product.colors.map(({ color }, index) =>
      to(content.colors, 'colors.json')(`colors.${index}.color`, color),
    ),
    ...sizeReferences(product, content),
    ...fileReferences(product, content),
  ];
}

function sizeReferences(product: ProductContent, content: Content): Reference[] {
  const recommended = product.sizeRecommendations ?? [];
  return [
    ...product.sizes.map((size, index) => ({
      path: `sizes.${index}`,
      id: size,
      home: 'sizes.json',
      known: (id: string) => content.sizes.includes(id),
    })),
    ...recommended.map(({ size }, index) => ({
      path: `sizeRecommendations.${index}.size`,
      id: size,
      home: "the product's sizes",
      known: (id: string) => product.sizes.includes(id),
    })),
  ];
}

function fileReferences(product: ProductContent, content: Content): Reference[] {
  const isFile = (path: string, file: string): Reference => ({
    path,
    id: file,
    home: 'assets/',
    known: (id) => id.startsWith('https://') || content.assets.has(id),
  });
  const own = (product.images ?? []).map(({ file }, index) => isFile(`images.${index}.file`, file));
  const ofColors = product.colors.flatMap(({ images = [] }, index) =>
    images.map((file, at) => isFile(`colors.${index}.images.${at}`, file)),
  );
  const drawn = product.drawing === undefined ? [] : (['front', 'back'] as const);
  return [
    ...own,
    ...ofColors,
    ...drawn.map((side) => ({
      path: 'drawing',
      id: `${product.drawing}-${side}.svg`,
      home: 'drawings/',
      known: (id: string) => content.drawings.has(id),
    })),
  ];
}
