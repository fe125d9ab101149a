/**
 * Gives tests the fixture catalogue: its folder, an editable copy in a temporary folder, or its content in
 * memory.
 */
import { chmodSync, cpSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { checkContent } from '../../build/check/check-content.ts';
import {
  type SharedContent,
  toSharedContent,
  toWholeProduct,
  type WholeProduct,
} from '../../build/content/content.ts';
import type { Day } from '../../build/content/dates.ts';
import type { Finding } from '../../build/content/findings/finding.ts';
import { openContent, readProduct } from '../../build/content/open-content.ts';
import type { ProductContent } from '../../build/content/schemas/product.ts';
import {
  type CatalogueContext,
  createCatalogueContexts,
  isSoldIn,
  type ProductContext,
} from '../../build/render/context.ts';
import { type Locale, locales } from '../../contract/locales.ts';
import type { Teardown } from './teardown.ts';

/** The fixture catalogue itself; tests read it and never write to it. */
export const fixtureContent = resolve(import.meta.dirname, '../fixtures/content');

/** The public address of the API in documents that tests make from the fixture catalogue. */
export const baseUrl = 'https://api.example.test';

/** A whole catalogue in memory. */
export interface Content extends SharedContent {
  /** Sorted by SKU. */
  readonly products: readonly WholeProduct[];
}

/** A whole catalogue and the input for rendering it in one locale. */
export interface Context extends CatalogueContext {
  readonly content: Content;
}

/** A content folder that a test may change. Files are given by their path within the folder. */
export interface ContentFolder {
  readonly path: string;
  /**
   * Replaces the first occurrence of `from` in a file; throws an `Error` if the file does not contain it.
   */
  replace(file: string, from: string, to: string): Promise<void>;
  /** Adds text at the end of a file. */
  append(file: string, text: string): Promise<void>;
  /** Writes a whole file. */
  write(file: string, text: string): Promise<void>;
  remove(file: string): Promise<void>;
  /** Loads the content of the folder, without checking the rules of the compiler (`loadContent`). */
  load(at?: Day): Promise<Content>;
}

/** Makes a temporary folder for one test, which is removed when the test is over. Returns its path. */
export async function makeFolder(t: Teardown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-test-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Copies the fixture catalogue to a temporary folder for one test. */
export async function copyContent(t: Teardown): Promise<ContentFolder> {
  const path = join(await makeFolder(t), 'content');
  // Synchronous: copying so many small files asynchronously, one by one, takes five times as long.
  cpSync(fixtureContent, path, { recursive: true });
  // A build warns of net prices that everyone can read.
  chmodSync(join(path, 'prices'), 0o750);
  return editFolder(path);
}

/** Returns functions that edit and load the content folder at `path`. */
export function editFolder(path: string): ContentFolder {
  return {
    path,
    async replace(file, from, to) {
      const text = await readFile(join(path, file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
      await writeFile(
        join(path, file),
        text.replace(from, () => to),
      );
    },
    append: (file, text) => appendFile(join(path, file), text),
    async write(file, text) {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await writeFile(join(path, file), text);
    },
    remove: (file) => rm(join(path, file)),
    load: (at) => loadContent(path, at),
  };
}

/** Loads the fixture catalogue. */
export function loadFixture(): Promise<Content> {
  return loadContent(fixtureContent);
}

/** Returns the rendering context of a catalogue, by default the fixture's, for one locale. */
export async function contextOf(locale: Locale, content?: Content): Promise<Context> {
  const loaded = content ?? (await loadFixture());
  const contexts = createCatalogueContexts(loaded, { baseUrl });
  return { ...(contexts[locales.indexOf(locale)] as CatalogueContext), content: loaded };
}

/** Returns the products that are sold in the locale of a context. */
export function productsOf({ content, locale }: Context): ProductContent[] {
  return content.products
    .map(({ product }) => product)
    .filter((product) => isSoldIn(product, locale));
}

/** Returns the product with a SKU; throws when it is missing. */
export function productOf({ content }: Context, sku: string): ProductContent {
  return findProduct(content, sku).product;
}

/**
 * Returns the context with the table rows (prices, stock) of one product; throws if the product is missing.
 */
export function ofProduct(context: Context, sku: string): ProductContext {
  return { ...context, rows: findProduct(context.content, sku).rows };
}

function findProduct({ products }: Content, sku: string): WholeProduct {
  const found = products.find(({ product }) => product.sku === sku);
  if (found === undefined) throw new Error(`no product ${sku}`);
  return found;
}

/**
 * Loads the content of a folder without checking the rules of the compiler. Throws an `Error` with the
 * findings if a file cannot be read.
 */
export async function loadContent(folder: string, at?: Day): Promise<Content> {
  const content = await openContent(folder, at === undefined ? {} : { at });
  const readings = content.products.map((name) => readProduct(content, content.sourceOf(name)));
  const found = [...content.shared.found, ...readings.flatMap((reading) => reading.found)];
  if (found.length > 0) throw new Error(JSON.stringify(found));
  const products = readings.map(({ partial }) => toWholeProduct(partial));
  return { ...toSharedContent(content.shared), products };
}

/**
 * Returns the errors and warnings that the compiler reports for a content folder on a day, by default today.
 */
export async function findingsIn(folder: string, at?: Day): Promise<readonly Finding[]> {
  return checkContent(await openContent(folder, at === undefined ? {} : { at }));
}
