/**
 * Reads releases: details, net prices and price lists. nginx names the release of each request, so
 * keyed and public answers come from one folder. Private files are compared with their SHA-256.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, lstat, readFile, readlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { type Locale, localeFacts } from '../contract/locales.ts';
import { type CatalogEntry, toCatalogEntry } from '../contract/net-pricing.ts';
import { type ListedFacts, listedFactsOf, renderPriceListCsv } from '../contract/price-list.ts';
import {
  type FileEntry,
  manifestFile,
  manifestSchema,
  type NetPrice,
  netPriceSchema,
  privateFiles,
  publicFiles,
} from '../contract/release.ts';
import { type Coding, codingSuffix } from '../contract/representation.ts';
import { type ProductDetail, productDetailSchema } from '../contract/schemas/product.ts';

/** A file of a release is missing or damaged; the message names it and the remedy. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';

  constructor(path: string, cause: unknown) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'is missing' : `cannot be used (${message})`;
    super(`${path} ${reason}: deploy again, which writes missing and damaged files`, { cause });
  }
}

/** An open release: what its manifest says. */
export interface Release {
  readonly id: string;
  readonly folder: string;
  /** The locale of requests without the parameter `locale`. */
  readonly defaultLocale: Locale;
  /** Path within the release → size and SHA-256, for the private files. */
  readonly privateFiles: ReadonlyMap<string, FileEntry>;
}

/** The tier, locale and format of a price list. */
export interface PriceListName {
  readonly tier: string;
  readonly locale: Locale;
  readonly extension: 'json' | 'csv';
}

/** A price list as a file of a release, with its size and SHA-256. */
export type PriceListFile = Readonly<{ coding: Coding; path: string; entry: FileEntry }>;

/** The public detail of a product and the net prices of a tier. */
export interface PricedDetail {
  readonly detail: ProductDetail;
  readonly netPrice: NetPrice;
}

/** Net prices of a release, or public documents for test keys. */
export interface PriceSource {
  /** Returns undefined if the locale does not have the product. */
  product(
    release: Release,
    tier: string,
    locale: Locale,
    sku: string,
  ): Promise<PricedDetail | undefined>;
  /** Returns a file in the first of the codings that the release has, or plain bytes. */
  list(
    release: Release,
    list: PriceListName,
    codings: readonly Coding[],
  ): Promise<PriceListFile | Buffer>;
}

/** Reads the releases of an output folder. All methods except `findOpen` reject with `UnreadableFile`. */
export interface Releases extends PriceSource {
  /** Opens the release `id`, or the current one. */
  open(id: string | undefined): Promise<Release>;
  /** Returns a release that is open already; otherwise undefined. */
  findOpen(id: string | undefined): Release | undefined;
  /** Returns undefined if the locale does not have the product. */
  detail(release: Release, locale: Locale, sku: string): Promise<ProductDetail | undefined>;
}

/** Validates a product detail. Keeps unknown members, which later versions of the API may add. */
const detailSchema = productDetailSchema.loose();

/** The current release and the previous one. */
const keptReleases = 2;

/** SKU → net prices as JSON text. */
type PriceTable = ReadonlyMap<string, string>;

/** Keeps two of the releases below `<distDir>/releases` open, with their net prices. */
export function createReleases(distDir: string): Releases {
  const releases = new LRUCache<string, Release>({
    max: keptReleases,
    ignoreFetchAbort: true,
    fetchMethod: (id) => openRelease(join(distDir, 'releases', id)),
  });
  /** SHA-256 of a file of net prices → its prices: locales with one currency share a file, and often releases. */
  const tables = new Map<string, Promise<PriceTable>>();

  function forgetUnused(): void {
    const used = new Set<string>();
    for (const { privateFiles: files } of releases.values()) {
      for (const { sha256 } of files.values()) used.add(sha256);
    }
    for (const hash of tables.keys()) if (!used.has(hash)) tables.delete(hash);
  }

  async function open(id: string | undefined): Promise<Release> {
    const name = id ?? (await readCurrent(distDir));
    const found = releases.get(name);
    if (found) return found;
    const opened = await releases.forceFetch(name);
    forgetUnused();
    return opened;
  }

  function readTable({ folder, privateFiles: files }: Release, name: string): Promise<PriceTable> {
    const path = join(folder, name);
    const entry = files.get(name);
    if (entry === undefined) return Promise.reject(new UnreadableFile(path, notReleased));
    const known = tables.get(entry.sha256);
    if (known) return known;
    const reading = readReleased(path, entry).then((bytes) => indexEntries(bytes.toString()));
    tables.set(entry.sha256, reading);
    reading.catch(() => tables.delete(entry.sha256));
    return reading;
  }

  async function detail(
    { folder }: Release,
    locale: Locale,
    sku: string,
  ): Promise<ProductDetail | undefined> {
    const root = join(folder, 'public');
    const path = join(root, publicFiles.detail(sku, locale));
    const read = await readJson(path, detailSchema).catch(async (error: UnreadableFile) => {
      if (!isMissing(error.cause)) throw error;
      await assertObject(root, sku).catch((cause: unknown) => {
        throw new UnreadableFile(path, cause);
      });
    });
    // On a file system that ignores case, another SKU may be found.
    return read?.sku === sku ? read : undefined;
  }

  const source: PriceSource = {
    async product(release, tier, locale, sku) {
      const name = privateFiles.netPrices(tier, locale);
      const text = (await readTable(release, name)).get(sku);
      if (text === undefined) return undefined;
      const netPrice = parse(join(release.folder, name), text, netPriceSchema);
      const found = await detail(release, locale, sku);
      if (found) return { detail: found, netPrice };
      throw new UnreadableFile(
        join(release.folder, 'public', publicFiles.detail(sku, locale)),
        new Error('it is lost: the product has net prices'),
      );
    },
    async list(release, list, codings) {
      const found = findPriceList(release, list, codings);
      if (found) return found;
      const { tier, locale } = list;
      const table = await readTable(release, privateFiles.netPrices(tier, locale));
      const entries: CatalogEntry[] = [];
      const facts = new Map<string, ListedFacts>();
      for (const sku of [...table.keys()].sort()) {
        const priced = await source.product(release, tier, locale, sku);
        if (priced === undefined) continue;
        entries.push(toCatalogEntry(priced.detail, priced.netPrice));
        facts.set(sku, listedFactsOf(priced.detail));
      }
      return renderList(release, list, entries, facts);
    },
  };
  return { ...source, open, findOpen: (id) => (id ? releases.get(id) : undefined), detail };
}

/** Renders a price list as JSON or as CSV. */
export function renderList(
  { id: release }: Release,
  { tier: priceTier, locale, extension }: PriceListName,
  products: CatalogEntry[],
  facts: ReadonlyMap<string, ListedFacts>,
): Buffer {
  const list = { release, currency: localeFacts[locale].currency, priceTier, products };
  return Buffer.from(
    extension === 'json' ? JSON.stringify(list) : renderPriceListCsv(list, facts, locale),
  );
}

/** Returns undefined for a release without price lists: of `npm run dev` or an earlier version. */
function findPriceList(
  { folder, privateFiles: files }: Release,
  { tier, locale, extension }: PriceListName,
  codings: readonly Coding[],
): PriceListFile | undefined {
  const name = privateFiles.priceList(tier, locale, extension);
  const coding = codings.find((each) => files.has(name + codingSuffix[each]));
  if (coding === undefined) return undefined;
  const path = name + codingSuffix[coding];
  return { coding, path: join(folder, path), entry: files.get(path) as FileEntry };
}

const notReleased = new Error('the release has no such file');
const differs = new Error('its bytes are not those that the manifest lists');

async function readCurrent(distDir: string): Promise<string> {
  const link = join(distDir, 'current');
  try {
    return basename(await readlink(link));
  } catch (cause) {
    throw new UnreadableFile(link, cause);
  }
}

/** Only what is used of a manifest: checking all its products would take long. */
const openedSchema = manifestSchema.pick({ format: true, defaultLocale: true, files: true });

async function openRelease(folder: string): Promise<Release> {
  const manifest = await readJson(join(folder, manifestFile), openedSchema);
  const files = Object.entries(manifest.files).filter(([path]) => path.startsWith('private/'));
  return {
    ...{ id: basename(folder), folder, defaultLocale: manifest.defaultLocale },
    privateFiles: new Map(files),
  };
}

async function readJson<Value>(path: string, schema: z.ZodType<Value>): Promise<Value> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UnreadableFile(path, cause);
  });
  return parse(path, text, schema);
}

function parse<Value>(path: string, text: string, schema: z.ZodType<Value>): Value {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new UnreadableFile(path, cause);
  }
}

/**
 * Reads a file in chunks, so that the event loop is not blocked; rejects with `UnreadableFile` if
 * it differs from the manifest.
 */
export async function readReleased(path: string, { sha256 }: FileEntry): Promise<Buffer> {
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
      hash.update(chunk);
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new UnreadableFile(path, cause);
  }
  if (hash.digest('hex') !== sha256) throw new UnreadableFile(path, differs);
  return Buffer.concat(chunks);
}

/** The beginning of an entry. No other part of the file has this form: quotes within strings are escaped. */
const entryStart = /"([^"\\]+)":(?=\{"net":)/g;

/** Returns SKU → entry of net prices, as slices of the text: parsing all of them would take more memory. */
function indexEntries(text: string): PriceTable {
  const entries = new Map<string, string>();
  const starts = [...text.matchAll(entryStart)];
  for (const [at, { 0: name, 1: sku = '', index }] of starts.entries()) {
    const end = starts[at + 1]?.index ?? text.length;
    entries.set(sku, text.slice(index + name.length, end - 1));
  }
  return entries;
}

/**
 * Rejects if a release has a link for a product, but not the folder of its files, which was lost.
 */
export async function assertObject(publicFolder: string, sku: string): Promise<void> {
  const link = join(publicFolder, dirname(publicFiles.detail(sku)));
  const found = await lstat(link).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  if (found) await access(link);
}

function isMissing(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
