/**
 * Answers to test keys (decision 64): made and sent as those to accounts are, from the public documents of the
 * release alone. No price list is read and Redis is not asked. They are kept apart: requests with these public keys
 * remove no answers to accounts from memory.
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
import { rewritePacked } from './representation.ts';

/** Bytes of kept answers: the catalogues of both tiers at 100,000 products. */
const maxBytes = 64 * 1024 * 1024;

/** Returns the answers to test keys from releases below `<distDir>/releases`. */
export function createTestAnswers(distDir: string, documents: ReleasedDocuments): KeyedAnswers {
  const publicPath = (release: string, file: string) =>
    join(distDir, 'releases', release, 'public', file);

  /** The manifest says it too, but is 200 MB long at 100,000 products. */
  const defaultLocales = new LRUCache<string, Locale>({
    max: 8,
    async fetchMethod(release) {
      const text = await readFile(publicPath(release, publicFiles.openapi), 'utf8');
      return descriptionSchema.parse(JSON.parse(text)).components.parameters.locale.schema.default;
    },
  });

  let last: Promise<unknown> = Promise.resolve();
  /** One catalogue at a time: a public key is not to slow down answers to accounts. */
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
      // The fast path knows no test key.
      known: () => undefined,
    },
    documents,
    netPrices: {
      async netPrice(release, tier, locale, sku) {
        const detail = await documents.detail(release, locale, sku);
        return detail && toTestPrices(detail, tier);
      },
      catalogPricing(release, tier, locale) {
        const file = publicFiles.export({ route: 'export', ending: 'ndjson' }, locale);
        return afterOthers(() => {
          const packed = createReadStream(publicPath(release, file + codingSuffix.gzip));
          return rewritePacked(packed, (lines) => priceLines(lines, tier, locale));
        });
      },
    },
    maxBytes,
  });
}

const descriptionSchema = z.object({
  components: z.object({
    parameters: z.object({
      locale: z.object({ schema: z.object({ default: z.enum(locales) }) }),
    }),
  }),
});

/** What of a line of the export is needed. */
const lineSchema = productDetailSchema.pick({ sku: true, pricing: true });

/**
 * Makes the stored text of a catalogue's prices (`StoredPricing`) from the JSON Lines of an export, in pieces of
 * any length. Each piece is parsed in a turn of the event loop of its own. Throws `SyntaxError` or `ZodError` if
 * a line is corrupt.
 */
async function* priceLines(
  pieces: AsyncIterable<string>,
  tier: string,
  locale: Locale,
): AsyncGenerator<string> {
  const { currency } = localeFacts[locale];
  const frame = { currency, priceTier: tier, products: [] } satisfies StoredPricing;
  yield JSON.stringify(frame).slice(0, -2);
  let rest = '';
  let separator = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length === 0) continue;
    yield separator + lines.map((line) => priceLine(line, tier)).join(',');
    separator = ',';
  }
  yield ']}';
}

function priceLine(line: string, tier: string): string {
  const product = lineSchema.parse(JSON.parse(withoutTheRest(line)));
  return JSON.stringify(toCatalogEntry(product, toTestPrices(product, tier)));
}

/** How the prices of a detail begin. It stands nowhere else: in a JSON string, quotes are escaped. */
const pricingMember = '"pricing":{"currency":';

/** Cuts SKU and prices out of a detail: to parse all of it costs several times as much. The SKU is its first member. */
function withoutTheRest(line: string): string {
  const start = line.indexOf(pricingMember);
  const pricing = line.slice(start, endOfObject(line, line.indexOf('{', start)));
  return `${line.slice(0, line.indexOf(',') + 1)}${pricing}}`;
}

/** Returns the position behind the object that begins at `start`. */
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
