/** Rules about pictures and drawings: they exist, and no two products or colours show the same one. */

import type { Fault, JsonPath } from '../../content/findings/finding.ts';
import { rowsOfFile } from '../../content/findings/relations.ts';
import { hintsFor } from '../../content/findings/suggest.ts';
import { groupBy } from '../../content/group-by.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { pictureFiles } from '../../content/schemas/product.ts';
import { isAssetPath } from '../../content/schemas/values.ts';
import { misnamedAssets } from './file-list-rules.ts';
import { memoize } from './memoize.ts';
import { type ContentRule, checkEachProduct, type Product } from './rule.ts';
import { aboutUnknown } from './unknown-ids.ts';

/**
 * Returns the pictures of a product, then those of its colours, as paths relative to `assets/` or https URLs.
 * Computed once per product, because several rules need them.
 */
export const picturesOf = memoize((product: Product) => pictureFiles(product));

/** Returns the path of the picture that `picturesOf` returns at `index`, such as `['images', 0, 'file']`. */
function pathOf({ images = [], colors = [] }: Product, index: number): JsonPath {
  if (index < images.length) return ['images', index, 'file'];
  let at = index - images.length;
  for (const [color, { images: files = [] }] of colors.entries()) {
    if (at < files.length) return ['colors', color, 'images', at];
    at -= files.length;
  }
  throw new Error(`a product has no picture ${index}`);
}

/** Returns true if a picture is an https URL and not a file in `assets/`. */
export function isRemotePicture(file: string): boolean {
  return file.startsWith('https://');
}

/**
 * Returns the files of `assets/` to which products can refer, those with a valid asset name, as paths relative to
 * `assets/`. Computed once per content.
 */
export const assetNames = memoize(
  ({ assets }: PartialContent): ReadonlySet<string> =>
    new Set([...assets.keys()].filter(isAssetPath)),
);

/**
 * Returns the paths within the content folder of all files in `assets/`, including files that could not be read:
 * references to them are correct. Computed once per content.
 */
const assetFiles = memoize(
  ({ files }: PartialContent): ReadonlySet<string> =>
    new Set(files.filter((file) => file.startsWith('assets/'))),
);

/** Returns true if a picture is an https URL, or a file in `assets/`. */
function isKnownPicture(file: string, content: PartialContent): boolean {
  return isRemotePicture(file) || assetFiles(content).has(`assets/${file}`);
}

/**
 * Returns an object whose `suggestion` is the path of the asset that `file` probably means, or an empty object
 * if no asset is similar. Omits the list of allowed values, which would be too long.
 */
function assetHint(file: string, content: PartialContent): { readonly suggestion?: string } {
  const { suggestion } = hintsFor(file, assetNames(content));
  return suggestion === undefined ? {} : { suggestion };
}

/**
 * Reports product pictures that are missing from `assets/`. Does not check https URLs, because a build uses no
 * network.
 */
export const unknownAsset: ContentRule = {
  id: 'product/unknown-asset',
  severity: 'error',
  summary: 'The pictures that a product names are in assets/, or https URLs.',
  remedy: 'Correct the path, or add the file to assets/.',
  check: checkEachProduct(function* (product, content) {
    for (const [index, file] of picturesOf(product).entries()) {
      if (isKnownPicture(file, content)) continue;
      const path = pathOf(product, index);
      yield { path, ...explainAsset(file, content) };
    }
  }),
};

/** Returns the message about a picture that is not in `assets/`, and how the fault is related to others. */
function explainAsset(file: string, content: PartialContent): Omit<Fault, 'file'> {
  const hint = assetHint(file, content);
  const id = hint.suggestion === undefined ? missingPart(file, content) : file;
  const about = aboutUnknown('assets', id, assetFiles(content).size === 0);
  const misnamed = misnamedAssets(content).get(`assets/${file}`);
  if (misnamed !== undefined) {
    return { message: `"${file}" is not in assets/, but ${misnamed} is; rename that file`, about };
  }
  return { message: `"${file}" is not in assets/`, about, ...hint };
}

/** Returns the folders below `assets/` that have a file, such as `photos/`. Computed once per content. */
const assetFolders = memoize((content: PartialContent): ReadonlySet<string> => {
  const parents = [...assetFiles(content)].flatMap((file) =>
    parentsOf(file.replace(/^assets\//, '')),
  );
  return new Set(parents);
});

/** Returns the folders that contain a file, the outermost first: `a/`, `a/b/` for `a/b/c.jpg`. */
function parentsOf(file: string): string[] {
  return Array.from(file.matchAll(/\//g), ({ index }) => file.slice(0, index + 1));
}

/**
 * Returns the outermost folder of a missing picture that does not exist, such as `photos/` for `photos/red/a.jpg`. If
 * all its folders exist, returns the path of the picture.
 */
function missingPart(file: string, content: PartialContent): string {
  return parentsOf(file).find((folder) => !assetFolders(content).has(folder)) ?? file;
}

const sides = ['front', 'back'] as const;

/** Reports products whose drawing lacks one or both of its files, front and back. */
export const unknownDrawing: ContentRule = {
  id: 'product/unknown-drawing',
  severity: 'error',
  summary: 'The drawing of a product has a front and a back.',
  remedy: 'Correct the name, or add <name>-front.svg and <name>-back.svg to drawings/.',
  check: checkEachProduct(function* ({ drawing }, content) {
    if (drawing === undefined) return;
    const missing = missingDrawingFiles(drawing, content);
    if (missing.length === 0) return;
    const message = `"${drawing}" is not drawn from both sides: drawings/ has no ${missing.join(' and no ')}`;
    // If one side exists, the name is right.
    const hints =
      missing.length === sides.length ? hintsFor(drawing, completeDrawings(content)) : {};
    const about = aboutUnknown('drawings', drawing, content.drawings.size === 0);
    yield { path: ['drawing'], message, about, ...hints };
  }),
};

/** Returns the names of the files, front and back, that a drawing lacks in `drawings/`. */
export function missingDrawingFiles(drawing: string, { drawings }: PartialContent): string[] {
  return drawingFiles(drawing).filter((file) => !drawings.has(file));
}

/** Returns the names of drawings that have a file for each side. */
const completeDrawings = memoize((content: PartialContent): ReadonlySet<string> => {
  const names = [...content.drawings.keys()].map((file) => file.replace(/-(front|back)\.svg$/, ''));
  return new Set(names.filter((name) => missingDrawingFiles(name, content).length === 0));
});

/**
 * Returns the names of the two files of a drawing in `drawings/`, such as `tee-front.svg` and `tee-back.svg`.
 */
export function drawingFiles(drawing: string): string[] {
  return sides.map((side) => `${drawing}-${side}.svg`);
}

/**
 * Reports a product that names the same pictures (files or URLs) as products before it, in the order of SKUs. A picture
 * counts as that of the first product that names it: there is one fault for each such first product, with one of the
 * shared pictures and the number of the others.
 */
export const sameImage: ContentRule = {
  id: 'product/same-image',
  severity: 'warning',
  summary: 'No two products show the same picture.',
  remedy:
    'Give the product its own picture; the reported one is often left over from a copied file.',
  *check({ products }) {
    const firstUses = new Map<string, string>();
    for (const { file, product } of products) {
      const pictures = picturesOf(product);
      for (const picture of pictures) if (!firstUses.has(picture)) firstUses.set(picture, file);
      const shared = pictures.filter((picture) => firstUses.get(picture) !== file);
      const groups = groupBy(shared, (picture) => firstUses.get(picture));
      for (const [first, [picture = '', ...others]] of groups) {
        const more = new Set(others.filter((other) => other !== picture)).size;
        const rest = more === 0 ? '' : `, as ${more === 1 ? 'is' : 'are'} ${more} more`;
        const message = `"${picture}" is also a picture of ${first}${rest}`;
        // A copied file also keeps the SKU.
        const about = { explainedBy: [rowsOfFile(file)] };
        yield { file, path: pathOf(product, pictures.indexOf(picture)), message, about };
      }
    }
  },
};

/** Reports a picture that several colours of a product share, at each of these colours after the first. */
export const sameColorImage: ContentRule = {
  id: 'product/same-color-image',
  severity: 'warning',
  summary: 'No two colours of a product show the same picture.',
  remedy:
    'Give the colour its own picture; put a picture of several colours into `images` of the product.',
  check: checkEachProduct(function* ({ colors = [] }) {
    const firstUses = new Map<string, string>();
    for (const [index, { color, images = [] }] of colors.entries()) {
      for (const picture of new Set(images)) {
        const first = firstUses.get(picture) ?? color;
        firstUses.set(picture, first);
        // `product/repeated-color` reports a colour that is listed twice.
        if (first === color) continue;
        const path = ['colors', index, 'images', images.indexOf(picture)];
        yield { path, message: `"${picture}" is also a picture of the colour "${first}"` };
      }
    }
  }),
};

/** Reports icons (of decorations) whose file is missing from `assets/`. Does not check https URLs. */
export const unknownIcon: ContentRule = {
  id: 'shared/unknown-icon',
  severity: 'error',
  summary: 'The icon of a decoration is in assets/, or https URLs.',
  remedy: 'Correct the path, or add the file to assets/.',
  *check(content) {
    for (const [id, { icon }] of Object.entries(content.decorations)) {
      if (isKnownPicture(icon, content)) continue;
      const path = ['decorations', id, 'icon'];
      yield { file: 'decorations.json', path, ...explainAsset(icon, content) };
    }
  },
};
