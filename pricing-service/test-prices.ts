/**
 * The prices of test keys: computed from the public documents of a release instead of its net prices, because anyone
 * may use these keys.
 */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Locale } from '../contract/locales.ts';
import { type CatalogEntry, toCatalogEntry } from '../contract/net-pricing.ts';
import { type ListedFacts, listedFactsOf } from '../contract/price-list.ts';
import { publicFiles } from '../contract/release.ts';
import { codingSuffix } from '../contract/representation.ts';
import { productDetailSchema } from '../contract/schemas/product.ts';
import { toTestPrices } from '../contract/test-keys.ts';
import { type Release, type Releases, renderList, UnreadableFile } from './releases.ts';
import { createStoredAnswers, type StoredAnswers } from './stored-answers.ts';

/** Maximum bytes of stored answers: a cache of their own, so that test keys do not evict answers to accounts. */
const maxBytes = 64 * 1024 * 1024;

/** Creates the answers to requests with test keys, from the public files of `releases`. */
export function createTestAnswers(releases: Releases): StoredAnswers {
  let last: Promise<unknown> = Promise.resolve();
  /** Makes one price list at a time: test keys must not slow down answers to accounts. */
  const afterOthers = <Made>(make: () => Promise<Made>): Promise<Made> => {
    const made = last.then(make, make);
    last = made;
    return made;
  };
  return createStoredAnswers(
    releases,
    {
      async product(release, tier, locale, sku) {
        const detail = await releases.detail(release, locale, sku);
        return detail && { detail, netPrice: toTestPrices(detail, tier) };
      },
      list: (release, list) =>
        afterOthers(async () => {
          const { entries, facts } = await readEntries(release, list.tier, list.locale);
          return renderList(release, list, entries, facts);
        }),
    },
    maxBytes,
  );
}

/** Validates what a price list shows of a line of the catalogue export. */
const lineSchema = productDetailSchema.pick({
  ...{ sku: true, pricing: true, productName: true, brand: true },
  ...{ catalog: true, colors: true, minimumOrder: true },
});

/** Reads the catalogue export, one product detail per line, and returns the entries of a price list. */
async function readEntries(
  { folder }: Release,
  tier: string,
  locale: Locale,
): Promise<{ entries: CatalogEntry[]; facts: Map<string, ListedFacts> }> {
  const file = publicFiles.export({ route: 'export', extension: 'ndjson' }, locale);
  const path = join(folder, 'public', file + codingSuffix.gzip);
  const entries: CatalogEntry[] = [];
  const facts = new Map<string, ListedFacts>();
  const collect = async (chunks: AsyncIterable<string>) => {
    let rest = '';
    for await (const chunk of chunks) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const product = lineSchema.parse(JSON.parse(line));
        entries.push(toCatalogEntry(product, toTestPrices(product, tier)));
        facts.set(product.sku, listedFactsOf(product));
      }
    }
  };
  try {
    await pipeline(createReadStream(path), createGunzip().setEncoding('utf8'), collect);
  } catch (cause) {
    throw new UnreadableFile(path, cause);
  }
  return { entries, facts };
}
