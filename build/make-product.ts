/**
 * One product from reading to writing, in any thread: read its file and rows, check, render in every locale,
 * encode, write its object.
 */

import { type CheckedProduct, checkProduct } from './check/check-content.ts';
import { toSharedContent } from './content/content.ts';
import { type ProductReader, type ProductSource, readProduct } from './content/open-content.ts';
import { toWholeProduct } from './content/partial-content.ts';
import type { Encoding } from './output/encode.ts';
import { type LongDocument, longDocuments } from './output/long-documents.ts';
import { contentHashOf, objectName, writeObject } from './output/objects.ts';
import { renderProductFiles } from './output/product-files.ts';
import { bytesOf, type IndexedProduct } from './output/release-index.ts';
import { createCatalogueContexts, isSoldIn, type Site, withProduct } from './render/context.ts';

/** What is the same for every product of a build; it is sent to each thread once. */
export interface ProductSettings {
  readonly reader: ProductReader;
  readonly site: Site;
  /** Output folder. */
  readonly out: string;
  readonly encoding: Encoding;
}

/** A product that was checked, and written unless a fault was found in it. */
export interface MadeProduct extends CheckedProduct {
  /** See `hashProduct`. */
  readonly hash: string;
  readonly written?: WrittenProduct;
}

export interface WrittenProduct {
  readonly facts: Omit<IndexedProduct, 'inputs' | 'isClean' | 'outline' | 'parts'>;
  /** Its part of each long document, or undefined where it has none. */
  readonly parts: readonly (string | undefined)[];
  /** True if the object is one of an earlier build. */
  readonly reused: boolean;
}

/** Makes a product; `isWritten` is false once a build has found an error, and only looks for others. */
export type MakeProduct = (source: ProductSource, isWritten: boolean) => Promise<MadeProduct>;

/** Creates the function that makes products. It throws what rendering and the file system throw. */
export function createProductMaker({ reader, site, out, encoding }: ProductSettings): MakeProduct {
  let rendering: ReturnType<typeof prepareRendering> | undefined;
  return async (source, isWritten) => {
    const reading = readProduct(reader, source);
    const checked = { ...checkProduct(reading), hash: reading.hash };
    const isFaulty = checked.found.some(({ rule }) => rule.severity === 'error');
    if (!isWritten || isFaulty) return checked;
    // Only once a product is written is it certain that the shared content has no error.
    rendering ??= prepareRendering(reader, site);
    const { contexts, documents } = rendering;
    const { product, rows } = toWholeProduct(reading.partial);
    const shown = contexts.filter(({ locale }) => isSoldIn(product, locale));
    const toRender = { product, contexts: shown.map((context) => withProduct(context, rows)) };
    const parts = documents.map((document) => document.part(toRender));
    const { files, ...facts } = renderProductFiles(toRender, encoding);
    const content = contentHashOf(files);
    const object = objectName(content, encoding);
    const { record, reused } = await writeObject(out, object, files);
    return {
      ...checked,
      written: { facts: { ...facts, object, content, bytes: bytesOf(record) }, parts, reused },
    };
  };
}

function prepareRendering({ shared }: ProductReader, site: Site) {
  const contexts = createCatalogueContexts(toSharedContent(shared), site);
  const documents: readonly LongDocument[] = longDocuments(contexts);
  return { contexts, documents };
}
