/**
 * Makes the answers to requests with test keys: in the same way as the answers to accounts, but from
 * public documents instead of Redis. Answers to test keys have a separate cache, because anyone can request them and
 * would otherwise evict answers to accounts.
 */
import { createReadStream } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type Locale, localeFacts, locales } from '../../contract/locales.ts';
import { toCatalogEntry } from '../../contract/net-pricing.ts';
import { publicFiles } from '../../contract/release.ts';
import { codingSuffix } from '../../contract/representation.ts';
import type { StoredPricing } from '../../contract/schemas/pricing.ts';
import { productDetailSchema } from '../../contract/schemas/product.ts';
import { toTestPrices } from '../../contract/test-keys.ts';
import { createKeyedAnswers, type KeyedAnswers } from './keyed-answers.ts';
import type { ReleasedDocuments } from './released-documents.ts';
import { rewriteGzip } from './representation.ts';

/**
 * Maximum bytes of cached answers: enough for the prices of 100,000 products in both tiers of test keys.
 */
const maxBytes = 64 * 1024 * 1024;

/**
 * Creates the object that makes the answers to requests with test keys. Their prices are computed from the public files
 * of the releases in `<distDir>/releases`; `documents` reads the product details there. Answers are cached.
 */
export function createTestAnswers(distDir: string, documents: ReleasedDocuments): KeyedAnswers {
  const publicPath = (release: string, file: string) =>
    join(distDir, 'releases', release, 'public', file);

  /**
   * Release → its default locale. It is read from the OpenAPI document, which is small; the manifest also has it, but
   * grows with the number of products.
   */
  const defaultLocales = new LRUCache<string, Locale>({
    max: 8,
    async fetchMethod(release) {
      const text = await readFile(publicPath(release, publicFiles.openapi), 'utf8');
      return openApiSchema.parse(JSON.parse(text)).components.parameters.locale.schema.default;
    },
  });

  let last: Promise<unknown> = Promise.resolve();
  /**
   * Calls `make` after all earlier calls have ended, so that only one catalogue is made at a time. Anyone can send
   * requests with test keys, and these must not slow down answers to accounts.
   */
  const afterOthers = <Made>(make: () => Promise<Made>): Promise<Made> => {
    const made = last.then(make, make);
    last = made;
    return made;
  };

  return createKeyedAnswers({
    releases: {
      async read(asked) {
        const release = asked ?? basename(await readlink(join(distDir, 'current')));
        return { release, defaultLocale: await defaultLocales.forceFetch(release) };
      },
      // The fast path does not handle test keys.
      findCached: () => undefined,
    },
    documents,
    netPrices: {
      async netPrice(release, tier, locale, sku) {
        const detail = await documents.detail(release, locale, sku);
        return detail && toTestPrices(detail, tier);
      },
      catalogPricing(release, tier, locale) {
        const file = publicFiles.export({ route: 'export', extension: 'ndjson' }, locale);
        return afterOthers(() => {
          const compressed = createReadStream(publicPath(release, file + codingSuffix.gzip));
          return rewriteGzip(compressed, (lines) => priceLines(lines, tier, locale));
        });
      },
    },
    maxBytes,
  });
}

const openApiSchema = z.object({
  components: z.object({
    parameters: z.object({
      locale: z.object({ schema: z.object({ default: z.enum(locales) }) }),
    }),
  }),
});

/**
 * Validates the SKU and the public prices in a line of the catalogue export, which has one product detail per line.
 * Prices for test keys are made from these public prices.
 */
const lineSchema = productDetailSchema.pick({ sku: true, pricing: true });

/**
 * Converts a catalogue export (JSON Lines, in chunks of any length) to JSON text of the form `StoredPricing`, with
 * prices for the test key of `tier`. Each chunk takes a turn of the event loop. Throws `SyntaxError` or `ZodError` if a
 * line is corrupt.
 */
async function* priceLines(
  chunks: AsyncIterable<string>,
  tier: string,
  locale: Locale,
): AsyncGenerator<string> {
  const { currency } = localeFacts[locale];
  const frame = { currency, priceTier: tier, products: [] } satisfies StoredPricing;
  yield JSON.stringify(frame).slice(0, -2);
  let rest = '';
  let separator = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length === 0) continue;
    yield separator + lines.map((line) => priceLine(line, tier)).join(',');
    separator = ',';
  }
  yield ']}';
}

function priceLine(line: string, tier: string): string {
  const product = lineSchema.parse(JSON.parse(pickSkuAndPricing(line)));
  return JSON.stringify(toCatalogEntry(product, toTestPrices(product, tier)));
}

/**
 * The text with which the member `pricing` of a detail begins. No string of the detail can contain this text, because
 * JSON escapes quotes.
 */
const pricingMember = '"pricing":{"currency":';

/**
 * Returns the JSON text of the detail in `line`, reduced to the members `sku`, which comes first, and `pricing`.
 * Parsing the whole line would take several times as long.
 */
function pickSkuAndPricing(line: string): string {
  const start = line.indexOf(pricingMember);
  const pricing = line.slice(start, endOfObject(line, line.indexOf('{', start)));
  return `${line.slice(0, line.indexOf(',') + 1)}${pricing}}`;
}

/**
 * Returns the position after the JSON object that begins at `start`, or the end of the text if the object is
 * not closed.
 */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isInString = !isInString;
    else if (isInString) at += character === '\\' ? 1 : 0;
    else if (character === '{') depth += 1;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}
