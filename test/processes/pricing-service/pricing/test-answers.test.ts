import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { toCatalogEntry } from '../../../../contract/net-pricing.ts';
import type { CatalogPricing } from '../../../../contract/schemas/pricing.ts';
import { toTestPrices } from '../../../../contract/test-keys.ts';
import { createReleasedDocuments } from '../../../../pricing-service/pricing/released-documents.ts';
import { createTestAnswers } from '../../../../pricing-service/pricing/test-answers.ts';
import { makeFolder } from '../../../helpers/content.ts';

const release = '0123456789abcdef';
const bracket = { minQuantity: 1, maxQuantity: null };

/**
 * Texts that could be mistaken for parts of the JSON, such as the beginning or the end of the prices.
 */
const misleading = ['"pricing":{"currency":', '}', '{', '\\', '\\"}', '"'];

/** Returns the detail of product number `at` for a line of an export; its texts are one of the `misleading` texts. */
function createDetail(at: number) {
  const text = misleading[at % misleading.length] ?? '';
  const sizes = [{ name: `${text}XL`, surcharge: { msrp: 1 + at / 100 } }];
  const designCredits = { included: 1, description: text };
  const msrp = [{ ...bracket, price: 10 + at / 100 }];
  return {
    sku: `TEE-${String(at).padStart(5, '0')}`,
    productName: text,
    pricing: { currency: 'CAD' as const, msrp, sizes, designCredits },
    inventory: [text],
  };
}

test.serial(
  'catalogue prices have every line of the export, for any texts and any split into chunks',
  async (t) => {
    const out = await makeFolder(t);
    const details = Array.from({ length: 3000 }, (_, at) => createDetail(at));
    const files = {
      'openapi.json': JSON.stringify({
        components: { parameters: { locale: { schema: { default: 'en-CA' } } } },
      }),
      'v1/export/en-CA.ndjson.gz': gzipSync(
        details.map((detail) => `${JSON.stringify(detail)}\n`).join(''),
      ),
      'v1/export/fr-CA.ndjson.gz': gzipSync(''),
    };
    for (const [name, content] of Object.entries(files)) {
      const path = join(out, 'releases', release, 'public', name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    }
    const answers = createTestAnswers(out, createReleasedDocuments(out));
    const read = async (locale: 'en-CA' | 'fr-CA' | undefined) => {
      const wanted = { release, tier: 'A3', locale, coding: 'identity' } as const;
      return JSON.parse(String((await answers.catalogPricing(wanted)).open())) as CatalogPricing;
    };
    const [prices, none] = await Promise.all([read(undefined), read('fr-CA')]);
    t.deepEqual({ ...prices, products: [] }, { ...none });
    t.deepEqual(
      prices.products,
      details.map((detail) => toCatalogEntry(detail, toTestPrices(detail, 'A3'))),
    );
  },
);
