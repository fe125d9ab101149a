/** Rules about pictures and drawings: that they exist, and that no two products share one. */

import type { JsonPath } from '../../content/findings/finding.ts';
import { hintsFor } from '../../content/findings/suggest.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { pictureFiles } from '../../content/schemas/product.ts';
import { isAssetPath } from '../../content/schemas/values.ts';
import { onceFor } from './once-for.ts';
import { type ContentRule, eachProduct, type Product } from './rule.ts';

/** The pictures of a product, which several rules need. */
export const picturesOf = onceFor((product: Product) => pictureFiles(product));

/** Returns the path of the picture at an index of `picturesOf`. */
function pathOf({ images = [], colors = [] }: Product, index: number): JsonPath {
  if (index < images.length) return ['images', index, 'file'];
  let at = index - images.length;
  for (const [color, { images: files = [] }] of colors.entries()) {
    if (at < files.length) return ['colors', color, 'images', at];
    at -= files.length;
  }
  throw new Error(`a product has no picture ${index}`);
}

/** Returns true if a picture is an https URL, so that the content does not contain it. */
export function isElsewhere(file: string): boolean {
  return file.startsWith('https://');
}

/** The assets that content can name, by path. */
export const assetNames = onceFor(
  ({ assets }: PartialContent): ReadonlySet<string> =>
    new Set([...assets.keys()].filter(isAssetPath)),
);

/** Returns the asset that was probably meant; a list of all assets would be too long. */
function assetHint(file: string, content: PartialContent): { readonly suggestion?: string } {
  const { suggestion } = hintsFor(file, assetNames(content));
  return suggestion === undefined ? {} : { suggestion };
}

/** URLs are not requested: a build needs no network. */
export const unknownAsset: ContentRule = {
  id: 'product/unknown-asset',
  severity: 'error',
  summary: 'The pictures that a product names are in assets/, or https URLs.',
  remedy: 'Correct the path, or add the file to assets/.',
  check: eachProduct(function* (product, content) {
    for (const [index, file] of picturesOf(product).entries()) {
      if (isElsewhere(file) || content.assets.has(file)) continue;
      const path = pathOf(product, index);
      yield { path, message: `"${file}" is not in assets/`, ...assetHint(file, content) };
    }
  }),
};

const sides = ['front', 'back'] as const;

/** A drawing has two files, one for each side. */
export const unknownDrawing: ContentRule = {
  id: 'product/unknown-drawing',
  severity: 'error',
  summary: 'The drawing of a product has a front and a back.',
  remedy: 'Correct the name, or add <name>-front.svg and <name>-back.svg to drawings/.',
  check: eachProduct(function* ({ drawing }, content) {
    if (drawing === undefined) return;
    const missing = filesOf(drawing).filter((file) => !content.drawings.has(file));
    if (missing.length === 0) return;
    const message = `"${drawing}" is not drawn from both sides: drawings/ has no ${missing.join(' and no ')}`;
    // If one side exists, the name is right.
    const hints = missing.length === sides.length ? hintsFor(drawing, wholeDrawings(content)) : {};
    yield { path: ['drawing'], message, ...hints };
  }),
};

const wholeDrawings = onceFor(({ drawings }: PartialContent): ReadonlySet<string> => {
  const names = [...drawings.keys()].map((file) => file.replace(/-(front|back)\.svg$/, ''));
  return new Set(names.filter((name) => filesOf(name).every((file) => drawings.has(file))));
});

/** Returns the files of a drawing, in `drawings/`. */
export function filesOf(drawing: string): string[] {
  return sides.map((side) => `${drawing}-${side}.svg`);
}

/** Reported once at the second product, even if it shows the picture several times. */
export const sameImage: ContentRule = {
  id: 'product/same-image',
  severity: 'warning',
  summary: 'No two products show the same picture.',
  remedy:
    'Give the product its own picture; the reported one is often left over from a copied file.',
  *check({ products }) {
    const firstUses = new Map<string, string>();
    for (const { file, product } of products) {
      const reported = new Set<string>();
      for (const [index, picture] of picturesOf(product).entries()) {
        const first = firstUses.get(picture);
        if (first === undefined) firstUses.set(picture, file);
        else if (first !== file && !reported.has(picture)) {
          reported.add(picture);
          const message = `"${picture}" is also a picture of ${first}`;
          yield { file, path: pathOf(product, index), message };
        }
      }
    }
  },
};

/** Icons of decorations. */
export const unknownIcon: ContentRule = {
  id: 'shared/unknown-icon',
  severity: 'error',
  summary: 'The icon of a decoration is in assets/, or https URLs.',
  remedy: 'Correct the path, or add the file to assets/.',
  *check(content) {
    for (const [id, { icon }] of Object.entries(content.decorations)) {
      if (isElsewhere(icon) || content.assets.has(icon)) continue;
      const path = ['decorations', id, 'icon'];
      const message = `"${icon}" is not in assets/`;
      yield { file: 'decorations.json', path, message, ...assetHint(icon, content) };
    }
  },
};
