/** Rules about the names of the files in the content folder. */

import { basename, dirname } from 'node:path/posix';
import type { Fault, Found } from '../../content/findings/finding.ts';
import { noProducts, undefinedId } from '../../content/findings/relations.ts';
import { hintsFor } from '../../content/findings/suggest.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { netTableTier } from '../../content/product-tables.ts';
import { idSources } from '../../content/schemas/references.ts';
import { isAssetPath, pictureWords } from '../../content/schemas/values.ts';
import { memoize } from './memoize.ts';
import type { ContentRule } from './rule.ts';

/** Reports a content folder without products, which is usually the wrong folder. */
const noProduct: ContentRule = {
  id: 'catalogue/no-product',
  severity: 'error',
  summary: 'The content has a product.',
  remedy: 'Name the right folder with --content, or add a product to products/.',
  *check({ products }) {
    if (products.length > 0) return;
    const message = 'contains no product; is this the content folder?';
    yield { file: 'products/', message, about: { explains: [noProducts] } };
  },
};

/** Matches product files and drawings: the build reads every file with such a path. */
const readByFolder = /^(products\/[^/]+\.json|drawings\/[^/]+\.svg)$/;
const assetsFolder = 'assets/';
/** Matches files that the build need not read: notes, JSON schemas for text editors, what an edit has left. */
const ignored = /^(schemas|unfinished-edit)\/|\.md$/i;

const unexpectedFile: ContentRule = {
  id: 'catalogue/unexpected-file',
  severity: 'warning',
  summary:
    'The build uses every file of the content folder. `assets/` contains only pictures that products can refer to.',
  remedy: 'Correct the name of the file, or remove it; notes may be .md files.',
  *check(content) {
    for (const file of unreadFiles(content)) {
      if (file.startsWith(assetsFolder)) yield explainAsset(file);
      else yield explain(file, content);
    }
  },
};

/** Returns the files that the build does not use, except notes and schemas. */
const unreadFiles = memoize((content: PartialContent): readonly string[] => {
  const readByName = filesReadByName(content);
  return content.files.filter(
    (file) =>
      !(readByName.has(file) || readByFolder.test(file) || ignored.test(file)) &&
      !(file.startsWith(assetsFolder) && isAsset(file)),
  );
});

/**
 * Finds a misplaced product file: returns the path of a file that the build does not use and whose name is the SKU and
 * `.json`. The file may be in any folder, differ in case, or have a second extension, such as `TEE100.json.txt`.
 * Returns undefined if the content has no such file.
 */
export function findMisplaced(sku: string, content: PartialContent): string | undefined {
  return misplacedFiles(content).get(sku.toLowerCase());
}

/**
 * Returns name in lower case, without extensions → path, for the unused files that may be product files: `tee100` →
 * `old/TEE100.json.txt`.
 */
const misplacedFiles = memoize((content: PartialContent): ReadonlyMap<string, string> => {
  const named = unreadFiles(content).map(
    (file) => [/([^/]+)\.json(?:\.[^./]*)?$/i.exec(file)?.[1]?.toLowerCase() ?? '', file] as const,
  );
  return new Map(named);
});

/**
 * Returns the paths of the shared JSON files and the tables, which the build finds by their names.
 */
const filesReadByName = memoize(
  ({
    msrp,
    net,
    surcharges,
    inventory,
    variants,
    activeProducts,
  }: PartialContent): ReadonlySet<string> => {
    const tables = [msrp, ...net.values(), surcharges, inventory, variants, activeProducts];
    return new Set(
      [
        'catalogue.json',
        'deprecations.json',
        'inventory.json',
        ...Object.values(idSources),
        ...tables,
      ].map((each) => (typeof each === 'string' ? each : each.file)),
    );
  },
);

function explain(file: string, content: PartialContent): Fault {
  const { net, files } = content;
  const tier = netTableTier(file);
  if (tier !== undefined) {
    const message = `is not read: "${tier}" is not among the tiers of catalogue.json`;
    const allowed = [...net.values()].map((table) => table.file);
    return { file, message, allowed, about: { explainedBy: [undefinedId('tiers', tier)] } };
  }
  const readable = readableName(file);
  const message = 'is not read: no file of the content has this name';
  // Renaming, for example, an old copy would overwrite the file that is read.
  if (readable !== undefined && files.includes(readable)) {
    return { file, message: `${message}; ${readable} exists, so remove this file` };
  }
  const suggestion = readable ?? hintsFor(file, filesReadByName(content)).suggestion;
  return suggestion === undefined ? { file, message } : { file, message, suggestion };
}

function isAsset(file: string): boolean {
  return isAssetPath(file.slice(assetsFolder.length));
}

function explainAsset(file: string): Fault {
  const message = `is not released: it is no picture (${pictureWords}), or its path has more than letters, digits, . _ -`;
  const plain = toPlainName(file);
  return isAsset(plain) ? { file, message, suggestion: plain } : { file, message };
}

/** Returns the name that each file of `assets/` with other characters should have → its path. */
export const misnamedAssets = memoize((content: PartialContent): ReadonlyMap<string, string> => {
  const named = unreadFiles(content).map((file) => [toPlainName(file), file] as const);
  return new Map(named.filter(([plain, file]) => plain !== file));
});

/**
 * Returns a path in which characters that asset names may not contain are replaced: `vue-1.jpg` for `vue
 * (1).jpg`.
 */
function toPlainName(file: string): string {
  return file
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._/-]+/g, '-')
    .replace(/-*(^|[/.]|$)-*/g, '$1');
}

/**
 * Returns the path with which a product file or drawing would be read, if the given path has a wrong extension
 * or an additional subfolder: `products/TEE100.json` for `products/new/TEE100.txt`. Otherwise returns
 * undefined.
 */
function readableName(file: string): string | undefined {
  const [, folder, name] =
    /^(products|drawings)\/(?:.*\/)?([^/]+?)(?:\.json|\.svg)?\.[^./]*$/.exec(file) ?? [];
  if (name === undefined) return undefined;
  return folder === 'products' ? `products/${name}.json` : `drawings/${name}.svg`;
}

/** Merges the faults about the missing files of a folder, if the folder has no file at all. */
export function mergeUnreadable(
  group: readonly Found[],
  { files }: PartialContent,
): Fault | undefined {
  const missing = group.map(({ fault }) => fault.file);
  const folder = `${dirname(missing[0] ?? '')}/`;
  if (missing.length === 1 || files.some((file) => file.startsWith(folder))) return undefined;
  const names = missing.map((file) => basename(file));
  return { file: folder, message: `is missing; add the folder with ${names.join(', ')}` };
}

/** Rules about the list of files in the content folder: there is a product, and no file is unused. */
export const fileListRules: readonly ContentRule[] = [noProduct, unexpectedFile];
