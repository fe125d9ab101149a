/**
 * A content folder in; what the compiler finds of it out, and the whole catalogue ready to render where
 * there is no error. Everything is read anew: 76 products take a tenth of a second, and a release's
 * compression, which takes the most of a build, is not waited for.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFaults } from '../../../build/check/check-content.ts';
import type { Content, ProductFile } from '../../../build/content/content.ts';
import type { Finding } from '../../../build/content/findings/finding.ts';
import { loadDraft } from '../../../build/content/load-draft.ts';
import { indexTable } from '../../../build/content/table-index.ts';
import { toContent } from '../../../build/content/to-content.ts';
import type { RenderContext } from '../../../build/render/context.ts';
import { createContexts } from '../../../build/render/contexts.ts';
import type { Site } from '../../../build/render/site.ts';

/** Content without an error. */
export interface Catalogue {
  readonly content: Content;
  /** By SKU. */
  readonly products: ReadonlyMap<string, ProductFile>;
  /** One a locale, in the order of the contract. */
  readonly contexts: readonly RenderContext[];
}

/** A finding, and the product it is about where it is about one. */
export type AboutProduct = Finding & { readonly sku?: string };

export interface Reading {
  readonly findings: readonly AboutProduct[];
  /** Undefined when there is an error among the findings. */
  readonly catalogue: Catalogue | undefined;
}

/** Reads a content folder. What the content holds is never thrown, only what reading a folder throws. */
export async function readContent(folder: string, site: Site): Promise<Reading> {
  const draft = await loadDraft(folder);
  const found = await findFaults(folder, draft);
  const skuOf = await createSkuFinder(folder, found);
  const byFile = new Map(draft.products.map(({ file, sku }) => [file, sku]));
  const findings = found.map((finding): AboutProduct => {
    const sku = byFile.get(finding.file) ?? skuOf(finding);
    return sku === undefined ? finding : { ...finding, sku };
  });
  if (found.some(({ severity }) => severity === 'error')) return { findings, catalogue: undefined };
  const content = toContent(draft);
  const whole = content.products.map(({ product }) => product);
  const products = new Map(content.products.map((file) => [file.product.sku, file]));
  const contexts = createContexts(content, site, whole);
  return { findings, catalogue: { content, products, contexts } };
}

/** Makes what tells the SKU of the row that a finding of a table points at. */
async function createSkuFinder(
  folder: string,
  found: readonly Finding[],
): Promise<(finding: Finding) => string | undefined> {
  const ofRows = found.filter(({ line, file }) => line !== undefined && file.endsWith('.csv'));
  const tables = new Set(ofRows.map(({ file }) => file));
  const skus = new Map<string, string>();
  for (const file of tables) {
    const bytes = await readFile(join(folder, file)).catch(() => Buffer.alloc(0));
    const table = indexTable(bytes);
    const slice = (start: number, end: number) => bytes.toString('utf8', start, end);
    for (const sku of table?.skus() ?? []) {
      for (const { line } of table?.rowsOf(sku, slice) ?? []) skus.set(`${file}:${line}`, sku);
    }
  }
  return ({ file, line }) => skus.get(`${file}:${line}`);
}
