/** A product of a release, whose object is written. */
import type { Locale } from '../../contract/locales.ts';
import type { ListedProduct } from '../content/outline.ts';
import type { ProductEntries } from '../render/exports.ts';
import type { LocaleEntries } from './object-records.ts';
import type { IndexedProduct } from './release-index.ts';

/** The parts of a product in the lists and exports of a locale, as bytes in UTF-8. */
export type EntryBytes = Readonly<Record<keyof ProductEntries, Uint8Array>>;

/** A product whose object, the folder of its public files, has been written. */
export interface ReleasedProduct {
  readonly sku: string;
  /** The members that documents about all products need: SKU, tag, brand, category, markets and former SKUs. */
  readonly listed: ListedProduct;
  /** The product's parts of the lists and exports, for each locale that shows it. */
  readonly entries: Readonly<Partial<Record<Locale, EntryBytes>>>;
  /** The entry of the product in `index.json`, which also names its object. */
  readonly indexed: IndexedProduct;
  /** Name of the product's object. */
  readonly object: string;
  /** True if an earlier build wrote the object. */
  readonly reused: boolean;
}

/** Converts the texts of `object.json` to bytes, which take less memory. */
export function toEntryBytes(entries: LocaleEntries): ReleasedProduct['entries'] {
  return mapValues(entries, (each) => mapValues(each, (text) => Buffer.from(text)));
}

function mapValues<Name extends string, From, To>(
  values: Readonly<Partial<Record<Name, From>>>,
  map: (value: From) => To,
): Record<Name, To> {
  const mapped = Object.entries(values).map(([name, value]) => [name, map(value as From)]);
  return Object.fromEntries(mapped) as Record<Name, To>;
}
