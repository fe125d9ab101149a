/**
 * One product from reading to writing, in any thread: read its file and rows, check, render in every locale,
 * encode, write its object.
 */

import { type CheckedProduct, checkProduct } from './check/check-content.ts';
import { absenceOn, availabilityOf } from './content/availability.ts';
import { toSharedContent } from './content/content.ts';
import { type Dated, type Validity, validityOn } from './content/dates.ts';
import { MissingTextError } from './content/localize/localizer.ts';
import { type ProductReader, type ProductSource, readProduct } from './content/open-content.ts';
import { type PartialContent, toWholeProduct } from './content/partial-content.ts';
import type { ProductContent } from './content/schemas/product.ts';
import type { Encoding } from './output/encode.ts';
import { type LongDocument, longDocuments } from './output/long-documents.ts';
import { contentHashOf, objectName, writeObject } from './output/objects.ts';
import { renderProductFiles } from './output/product-files.ts';
import { bytesOf, type IndexedProduct } from './output/release-index.ts';
import { RenderError } from './output/rendered-file.ts';
import { createCatalogueContexts, isSoldIn, type Site, withProduct } from './render/context.ts';

/** What is the same for every product of a build; it is sent to each thread once. */
export interface ProductSettings {
  readonly reader: ProductReader;
  readonly site: Site;
  /** Output folder. */
  readonly out: string;
  readonly encoding: Encoding;
}

/** A product that was checked, and written if it is sound and available. */
export interface MadeProduct extends CheckedProduct {
  /** See `hashProduct`. */
  readonly hash: string;
  /** The days on which it and its prices are as they are made; undefined if there are no dates. */
  readonly validity?: Validity | undefined;
  /** Undefined if it is not available, if a fault was found in it, or if a shared text that it shows is missing. */
  readonly written?: WrittenProduct;
}

export interface WrittenProduct {
  readonly facts: Omit<IndexedProduct, 'inputs' | 'isClean' | 'outline' | 'parts' | 'validity'>;
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
    const { shared } = reader;
    const { product, rows } = toWholeProduct(reading.partial);
    const dates = { validity: validityOn(shared.day, datesOf(reading.partial, product)) };
    if (absenceOn(product, shared.day)) return { ...checked, ...dates };
    // Only once a product is written is it certain that the shared content has no error.
    rendering ??= prepareRendering(reader, site);
    const { contexts, documents } = rendering;
    const shown = contexts.filter(({ locale }) => isSoldIn(product, locale));
    const toRender = { product, contexts: shown.map((context) => withProduct(context, rows)) };
    const rendered = unlessTextIsMissing(() => ({
      parts: documents.map((document) => document.part(toRender)),
      ...renderProductFiles(toRender, encoding),
    }));
    if (rendered === undefined) return { ...checked, ...dates };
    const { parts, files, ...facts } = rendered;
    const content = contentHashOf(files);
    const object = objectName(content, encoding);
    const { record, reused } = await writeObject(out, object, files);
    return {
      ...{ ...checked, ...dates },
      written: { facts: { ...facts, object, content, bytes: bytesOf(record) }, parts, reused },
    };
  };
}

/**
 * Renders, unless a text of a shared file is missing: the rule about those looks at the catalogue as a whole, after all
 * products are made, and ends the build.
 */
function unlessTextIsMissing<Rendered>(render: () => Rendered): Rendered | undefined {
  try {
    return render();
  } catch (error) {
    if (error instanceof RenderError && error.cause instanceof MissingTextError) return undefined;
    throw error;
  }
}

/** Everything about a product that has dates. A draft stays one until somebody edits it. */
function datesOf({ msrp, net }: PartialContent, product: ProductContent): Iterable<Dated> {
  if (product.draft) return [];
  return [availabilityOf(product), ...[msrp, ...net.values()].flatMap(({ rows }) => rows)];
}

function prepareRendering({ shared }: ProductReader, site: Site) {
  const contexts = createCatalogueContexts(toSharedContent(shared), site);
  const documents: readonly LongDocument[] = longDocuments(contexts);
  return { contexts, documents };
}
