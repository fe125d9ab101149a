/** The fixture catalogue: as it is, as an editable copy in a temporary folder, and ready to render. */
import { cpSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkContent } from '../../build/check/check-content.ts';
import type { Content, ProductFile } from '../../build/content/content.ts';
import { loadDraft } from '../../build/content/load-draft.ts';
import type { ContentSource, SourceUnit } from '../../build/content/open-source.ts';
import { type Outline, outlineOf } from '../../build/content/outline.ts';
import type { ProductContent } from '../../build/content/schemas/product.ts';
import { toContent } from '../../build/content/to-content.ts';
import { isSoldIn, type RenderContext } from '../../build/render/context.ts';
import { createContexts } from '../../build/render/contexts.ts';
import { type Locale, locales } from '../../contract/locales.ts';
import type { Teardown } from './teardown.ts';

/** The fixture catalogue itself; tests read it and never write to it. */
export const fixtureContent = resolve(import.meta.dirname, '../fixtures/content');

/** The public address that rendered fixtures are given. */
export const baseUrl = 'https://api.example.test';

/** A copy of the fixture catalogue that belongs to one test. */
export interface ContentFolder {
  readonly path: string;
  /** Replaces the first occurrence in a file; throws when it is missing, so that no edit is lost. */
  replace(file: string, from: string, to: string): Promise<void>;
  /** Adds text at the end of a file. */
  append(file: string, text: string): Promise<void>;
  /** Writes a whole file. */
  write(file: string, text: string): Promise<void>;
  remove(file: string): Promise<void>;
  /** Loads the folder as the build does. */
  load(): Promise<Content>;
}

/** Makes a folder for one test and removes it when the test is over. */
export async function makeFolder(t: Teardown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-test-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Copies the fixture catalogue for one test. */
export async function copyContent(t: Teardown): Promise<ContentFolder> {
  const path = join(await makeFolder(t), 'content');
  // At once: one by one in the background, so many small files take five times as long.
  cpSync(fixtureContent, path, { recursive: true });
  return editFolder(path);
}

/** Every product of an opened folder and its outline, as a build remembers it. */
export async function outlinesOf(
  source: ContentSource,
): Promise<readonly (readonly [unit: SourceUnit, outline: Outline])[]> {
  const { products } = toContent(await source.soundDraftOf(source.units));
  const { units } = await checkContent(source);
  return units.map((unit, index) => {
    const { product } = products[index] as ProductFile;
    return [unit, outlineOf(product, unit.texts)];
  });
}

/** What edits a folder of content. */
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
    write: (file, text) => writeFile(join(path, file), text),
    remove: (file) => rm(join(path, file)),
    load: () => loadContent(path),
  };
}

/** Loads the fixture catalogue. */
export function loadFixture(): Promise<Content> {
  return loadContent(fixtureContent);
}

/** What rendering content in a locale needs; without content it is the fixture's. */
export async function contextOf(locale: Locale, content?: Content): Promise<RenderContext> {
  const loaded = content ?? (await loadFixture());
  const products = loaded.products.map(({ product }) => product);
  const contexts = createContexts(loaded, { baseUrl }, products);
  return contexts[locales.indexOf(locale)] as RenderContext;
}

/** The products that a context's locale shows, whole. */
export function productsOf({ content, locale }: RenderContext): ProductContent[] {
  return content.products
    .map(({ product }) => product)
    .filter((product) => isSoldIn(product, locale));
}

/** Returns the product with a SKU; throws when it is missing. */
export function productOf({ content }: RenderContext, sku: string): ProductContent {
  const found = content.products.find(({ product }) => product.sku === sku);
  if (found === undefined) throw new Error(`no product ${sku}`);
  return found.product;
}

/** The content of a folder, read and not held against the rules; throws when it cannot be read as a whole. */
export async function loadContent(folder: string): Promise<Content> {
  const draft = await loadDraft(folder);
  if (draft.found.length > 0) throw new Error(JSON.stringify(draft.found));
  return toContent(draft);
}
