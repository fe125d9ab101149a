/** Finds styles whose SKU has changed since the last import, so that the import updates them under the new SKU. */
import { renameProduct } from '../../edit/commands/rename.ts';
import type { ContentEdits } from '../../edit/content-edits.ts';
import { productFile, readSuccession } from '../../edit/products.ts';
import { openTable } from '../../text/csv-text.ts';
import { editJson } from '../../text/json-text.ts';
import type { Report } from '../report.ts';
import type { ImportState } from './import-state.ts';

type Texts = ReadonlyMap<string, string>;

/** Former SKU → present SKU. */
type Renames = ReadonlyMap<string, string>;

/**
 * Prepares the merge of an import into content in which the SKUs of products have changed since the last import.
 * - If the import option `skus` now gives a style (a product of the supplier) another SKU, because an entry was
 *   changed, added or removed, renames the product in `edits`, as `npm run edit -- rename` does.
 * - If an editor has renamed a product, finds its present SKU by the `formerSkus` in the content.
 * Returns the files (path → text) of the last import (`base`) and of this one (`next`), with the present SKUs in place
 * of the former ones, so that both versions can be compared with the content. Adds the renames to the report. Throws an
 * `ExpectedError` if a new SKU is invalid or belongs to another product, or if a file is invalid.
 */
export function followRenames(
  edits: ContentEdits,
  { last, next }: { readonly last: ImportState; readonly next: ImportState },
  report: Report,
): { readonly base: Texts; readonly next: Texts } {
  for (const style of Object.keys({ ...last.skus, ...next.skus })) {
    const [from, to] = [skuIn(last, style), skuIn(next, style)];
    if (from === undefined || to === undefined || from === to) continue;
    if (edits.read(productFile(from)) === undefined) continue;
    renameProduct(edits, from, to);
    report.note('imported', 'styles renamed, as the options say', `${from} = ${to}`);
  }
  const before = new Map(Object.entries(last.files));
  const now = new Map(Object.entries(next.files));
  const renames = findRenames(edits, [...before.keys(), ...now.keys()]);
  const renamed = [...renamesIn(now, renames)].map(([from, to]) => `${from} = ${to}`);
  report.note('kept', 'styles that editors renamed', renamed);
  return { base: withPresentSkus(before, renames), next: withPresentSkus(now, renames) };
}

/**
 * Returns the SKU of a style in an import: that of its entry in the option `skus`, otherwise its code in the source.
 * Returns undefined if it has no entry and the import has no product of this code, or one that is another style.
 */
function skuIn({ skus, files }: ImportState, style: string): string | undefined {
  if (Object.hasOwn(skus, style)) return skus[style];
  const isOwn = Object.hasOwn(files, productFile(style)) && !Object.values(skus).includes(style);
  return isOwn ? style : undefined;
}

/**
 * Returns former SKU → present SKU, from `formerSkus` of the products in the content. Only includes former SKUs whose
 * product file is one of `files` and no longer in the content.
 */
function findRenames(edits: ContentEdits, files: readonly string[]): Renames {
  const missing = new Set(files.filter((file) => edits.read(file) === undefined));
  if (missing.size === 0) return new Map();
  const renames = edits.products().flatMap((sku): [string, string][] => {
    if (!edits.read(productFile(sku))?.includes('"formerSkus"')) return [];
    const { formerSkus = [] } = readSuccession(edits, sku);
    const own = formerSkus.filter((former) => missing.has(productFile(former)));
    return own.map((former) => [former, sku]);
  });
  return new Map(renames);
}

/**
 * Returns the entries of `renames` that must be applied to `files`: those for which `files` has a product with the
 * former SKU and none with the present SKU.
 */
function renamesIn(files: Texts, renames: Renames): Renames {
  return new Map(
    [...renames].filter(
      ([from, to]) => files.has(productFile(from)) && !files.has(productFile(to)),
    ),
  );
}

function withPresentSkus(files: Texts, all: Renames): Texts {
  const renames = renamesIn(files, all);
  if (renames.size === 0) return files;
  const products = new Map([...renames].map(([from, to]) => [productFile(from), to]));
  return new Map(
    [...files].map(([file, text]) => {
      const sku = products.get(file);
      if (sku === undefined)
        return [file, file.endsWith('.csv') ? renameRows(file, text, renames) : text];
      return [productFile(sku), editJson(text, [{ path: ['sku'], value: sku }])];
    }),
  );
}

function renameRows(file: string, text: string, renames: Renames): string {
  const table = openTable(text, file);
  for (const row of table.rows) {
    const sku = renames.get(row.cells['sku'] ?? '');
    if (sku !== undefined) table.change(row, { sku });
  }
  return table.toText();
}
