/** Rules about the names of the files in the content folder. */
import { basename, dirname } from 'node:path/posix';
import type { Fault, Found } from '../../content/findings/finding.ts';
import { noProducts, undefinedId, unreadFile } from '../../content/findings/relations.ts';
import { hintsFor } from '../../content/findings/suggest.ts';
import { isProductFile } from '../../content/list-content.ts';
import { memoize } from '../../content/memoize.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { netTableTier } from '../../content/product-tables.ts';
import { jsonKinds } from '../../content/schemas/kinds.ts';
import { isAssetPath, pictureWords } from '../../content/schemas/values.ts';
import type { ContentRule } from './rule.ts';

/** Reports a content folder without products, which is usually the wrong folder. */
const noProduct: ContentRule = {
  id: 'catalogue/no-product',
  severity: 'error',
  summary: 'The content has a product.',
  remedy: 'Name the right folder with --content, or add a product to products/.',
  example: ['BAG-5', 'HOOD-2', 'JER-3', 'TEE-1', 'USA-4'].map((sku) => ({
    file: `products/${sku}.json`,
  })),
  *check({ products }) {
    if (products.length > 0) return;
    const message = 'contains no product; is this the content folder?';
    yield { file: 'products/', message, about: { explains: [noProducts] } };
  },
};

const unexpectedFile: ContentRule = {
  id: 'catalogue/unexpected-file',
  severity: 'warning',
  summary:
    'The build uses every file of the content folder. `assets/` contains only pictures that products can refer to.',
  remedy: 'Correct the name of the file, or remove it; notes may be .md files.',
  example: { file: 'notes.txt', broken: '' },
  *check(content) {
    for (const file of unreadFiles(content)) {
      const { about, ...fault } = explain(file, content);
      const explainedBy = [unreadFile(file), ...(about?.explainedBy ?? [])];
      yield { file, ...fault, about: { explainedBy } };
    }
  },
};

/** Returns the paths of the shared JSON files and the tables, which the build finds by their names. */
const filesReadByName = memoize((content: PartialContent): ReadonlySet<string> => {
  const { msrp, net, surcharges, inventory, variants, activeProducts } = content;
  const tables = [msrp, ...net.values(), surcharges, inventory, variants, activeProducts];
  const files = Object.values(jsonKinds).map(({ path }) => path);
  const names = files.filter((path) => path !== jsonKinds.product.path);
  return new Set([...names, ...tables.map(({ file }) => file)]);
});

const isDrawing = (file: string) => /^drawings\/[^/]+\.svg$/.test(file);
/** Matches files that the build need not read: notes, JSON schemas for text editors, what an edit has left. */
const ignored = /^(schemas|unfinished-edit)\/|\.md$/i;

const unreadFiles = memoize((content: PartialContent): readonly string[] => {
  const byName = filesReadByName(content);
  const isRead = (file: string) =>
    byName.has(file) || isProductFile(file) || isDrawing(file) || isAsset(file);
  return content.files.filter((file) => !(isRead(file) || ignored.test(file)));
});

function isAsset(file: string): boolean {
  return file.startsWith('assets/') && isAssetPath(file.slice('assets/'.length));
}

function explain(file: string, content: PartialContent): Omit<Fault, 'file'> {
  const tier = netTableTier(file);
  if (tier !== undefined) {
    const message = `is not read: "${tier}" is not among the tiers of catalogue.json`;
    const allowed = [...content.net.values()].map((table) => table.file);
    return { message, allowed, about: { explainedBy: [undefinedId('tiers', tier)] } };
  }
  const message = file.startsWith('assets/')
    ? `is not released: it is no picture (${pictureWords}), or its path has more than letters, digits, . _ -`
    : 'is not read: no file of the content has this name';
  const meant = meantName(file);
  // Renaming, for example, an old copy would overwrite the file that is read.
  if (meant !== undefined && content.files.includes(meant)) {
    return { message: `${message}; ${meant} exists, so remove this file` };
  }
  const suggestion = meant ?? hintsFor(file, filesReadByName(content)).suggestion;
  return { message, ...(suggestion !== undefined && { suggestion }) };
}

/**
 * Returns the name with which the build would read a file: an asset whose path has other characters, or a product file
 * or drawing with another extension or in a subfolder (`products/new/TEE100.txt`). Otherwise returns undefined.
 */
function meantName(file: string): string | undefined {
  if (file.startsWith('assets/')) return isAsset(plainName(file)) ? plainName(file) : undefined;
  const [, folder, name] =
    /^(products|drawings)\/(?:.*\/)?([^/]+?)(?:\.json|\.svg)?\.[^./]*$/.exec(file) ?? [];
  return name && `${folder}/${name}.${folder === 'products' ? 'json' : 'svg'}`;
}

/** Returns a path without characters that asset names may not contain: `vue-1.jpg` for `vue (1).jpg`. */
function plainName(file: string): string {
  return file
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._/-]+/g, '-')
    .replace(/-*(^|[/.]|$)-*/g, '$1');
}

/** Name → the file that the build does not read, and for which the name was probably meant. */
const unreadByName = memoize((content: PartialContent): ReadonlyMap<string, string> => {
  const nameOf = (file: string) =>
    file.startsWith('assets/')
      ? plainName(file)
      : basename(file)
          .toLowerCase()
          .replace(/\.json(\.[^.]*)?$/, '');
  return new Map(unreadFiles(content).map((file) => [nameOf(file), file]));
});

/**
 * Returns the path of a file that the build does not read, and that was probably meant as a picture (`name` is its path)
 * or product file: its name differs in case or extension from the SKU (`name`), as `old/Tee100.json.txt`.
 */
export function findUnread(name: string, content: PartialContent): string | undefined {
  const names = unreadByName(content);
  return names.get(name) ?? names.get(name.toLowerCase());
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
