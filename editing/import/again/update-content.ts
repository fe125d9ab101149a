/**
 * Repeats an import into the same content folder: applies the changes of the source, and keeps the changes that editors
 * have made since the last import. For this, the files that the last import generated, without the changes of editors,
 * are stored beside the folder.
 */
import { join, relative } from 'node:path';
import { z } from 'zod';
import { localeFacts } from '../../../contract/locales.ts';
import { type ContentEdits, createContentEdits } from '../../edit/content-edits.ts';
import { writeEdits } from '../../edit/write-edits.ts';
import { planSchemas, writeSchemas } from '../../schemas/content-folder.ts';
import { schemasFolder } from '../../schemas/schema-files.ts';
import type { RowCells } from '../../text/csv-text.ts';
import { parseAs } from '../options/import-options.ts';
import type { Report } from '../report.ts';
import { formatState, type ImportState } from './import-state.ts';
import { mergeJson } from './merge-json.ts';
import { mergeTable } from './merge-table.ts';
import { followRenames } from './renamed-styles.ts';

type Texts = ReadonlyMap<string, string>;

/**
 * Merges the files of an import (`next`) into a content folder that editors may have changed since the last import
 * (`last`), and writes the changed files. Values that editors changed stay, and so do products that the source no
 * longer has; renamed products stay the same products (see `followRenames`). Stores the files of this import in
 * `stateFile` in the same edit; otherwise, the next import would take the changes of this one for changes of editors.
 * Then updates the `schemas` folder. Adds to the report the values that stay although the source differs, the renamed
 * and new styles, and the changed files. Throws an `ExpectedError` if a file is invalid or cannot be written, and
 * file-system errors.
 */
export async function updateContent(
  folder: string,
  stateFile: string,
  imports: { readonly last: ImportState; readonly next: ImportState },
  report: Report,
): Promise<void> {
  const edits = createContentEdits(folder);
  const { base, next } = followRenames(edits, imports, report);
  const gone = new Set([...base.keys()].filter((file) => isProduct(file) && !next.has(file)));
  const merged = new Map(next);
  noteProducts({ base, next, gone, exists: (file) => edits.read(file) !== undefined }, report);
  const onKept = (file: string) => (path: string, isNew: boolean) => {
    const also = isNew ? ' and, since the last import, by the source' : '';
    report.note('kept', `changed by editors${also}`, path === '' ? file : `${file}: ${path}`);
  };

  const files = [...new Set([...next.keys(), ...base.keys()])];
  for (const file of files.filter((one) => one.endsWith('.json'))) {
    const texts = { base: base.get(file), current: edits.read(file), next: next.get(file) };
    if (texts.next === undefined) {
      merged.set(file, texts.base ?? '');
      continue;
    }
    if (texts.current === undefined) {
      if (texts.base === undefined) edits.write(file, texts.next);
      else if (!isProduct(file)) onKept(file)('', false);
      continue;
    }
    const keepsEntries = !isProduct(file) && file !== 'catalogue.json';
    const { base: before = '{}', current, next: now } = texts;
    const merge = { file: join(folder, file), keepsEntries, onKept: onKept(file) };
    edits.write(file, mergeJson({ base: before, current, next: now }, merge));
  }

  const accepts = createRowTest(edits);
  for (const file of files.filter((one) => one.endsWith('.csv'))) {
    const [before = '', current, now] = [base.get(file), edits.read(file), next.get(file)];
    if (current === undefined && now === undefined) {
      merged.set(file, before);
      continue;
    }
    // A table without rows was not removed by editors but by the import before.
    if (current === undefined && before !== headerOf(before)) {
      onKept(file)('', false);
      continue;
    }
    const states = {
      base: before === '' ? headerOf(now) : before,
      current: current ?? headerOf(now),
      next: now ?? headerOf(before),
    };
    const isGone = (sku: string) => gone.has(`products/${sku}.json`);
    const result = mergeTable(states, { file, accepts, isGone, onKept: onKept(file) });
    const isNeeded = result.text !== headerOf(result.text);
    if (isNeeded || (current !== undefined && now !== undefined)) edits.write(file, result.text);
    else if (current !== undefined) edits.remove(file);
    merged.set(file, result.base);
  }
  const changes = edits.changes();
  const state = { ...imports.next, files: Object.fromEntries(merged) };
  edits.write(relative(folder, stateFile), formatState(state));
  await writeEdits(folder, edits.changes());
  await writeSchemas(folder, await planSchemas(folder));
  report.note(
    'imported',
    'files changed',
    changes.map(({ file }) => file),
  );
}

/** Returns the files (path → text) except those of the `schemas` folder, which are generated from the other files. */
export function withoutSchemas(files: Texts): Texts {
  return new Map([...files].filter(([file]) => !file.startsWith(`${schemasFolder}/`)));
}

function headerOf(table = ''): string {
  return table.slice(0, table.indexOf('\n') + 1);
}

function isProduct(file: string): boolean {
  return file.startsWith('products/');
}

interface ProductFiles {
  readonly base: Texts;
  readonly next: Texts;
  readonly gone: ReadonlySet<string>;
  readonly exists: (file: string) => boolean;
}

function noteProducts({ base, next, gone, exists }: ProductFiles, report: Report): void {
  const toSku = (file: string) => file.replace(/^products\/|\.json$/g, '');
  const products = [...next.keys()].filter(isProduct);
  const added = products.filter((file) => !base.has(file) && !exists(file));
  const removed = products.filter((file) => base.has(file) && !exists(file));
  report.note('imported', 'new styles', added.map(toSku));
  report.note('kept', 'styles that editors removed', removed.map(toSku));
  const text = 'styles that the source no longer has; remove them, or set availableUntil';
  report.note('kept', text, [...gone].filter(exists).map(toSku));
}

/** The members of a product file that table rows refer to. A file may lack them until an editor adds them. */
const rowFactsSchema = z
  .object({
    colors: z.array(z.object({ color: z.string() })),
    sizes: z.array(z.string()),
    markets: z.array(z.string()),
  })
  .partial();

/**
 * Returns a function that tests a table row: true if the content has the product of the row, with the colour and size
 * of the row, and sells it in the currency of the row. A column that the table lacks is not tested. The function throws
 * `ImportError` if the product file is not JSON, or if its `colors`, `sizes` or `markets` are invalid.
 */
function createRowTest({ folder, read }: ContentEdits): (row: RowCells) => boolean {
  const known = new Map<string, z.infer<typeof rowFactsSchema> | undefined>();
  const productOf = (sku: string) => {
    if (!known.has(sku)) {
      const file = `products/${sku}.json`;
      const text = read(file);
      known.set(
        sku,
        text === undefined ? undefined : parseAs(rowFactsSchema, join(folder, file), text),
      );
    }
    return known.get(sku);
  };
  return ({ sku = '', color, size, currency }) => {
    const product = productOf(sku);
    if (product === undefined) return false;
    const { colors = [], sizes = [], markets = [] } = product;
    const sold = Object.values(localeFacts).filter(({ market }) => markets.includes(market));
    return (
      (color === undefined || colors.some((one) => one.color === color)) &&
      (size === undefined || sizes.includes(size)) &&
      (currency === undefined || sold.some((facts) => facts.currency === currency))
    );
  };
}
