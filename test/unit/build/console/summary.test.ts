import test from 'ava';
import { renderSummary } from '../../../../build/console/summary.ts';
import { fileEntryOf } from '../../../../build/output/stamps.ts';
import type { Deployment } from '../../../../releases/deploy/deploy.ts';

const entry = (size: number) => fileEntryOf([size, 'ab'.repeat(32)]);
const compilation: Deployment = {
  manifest: {
    format: 2,
    release: '0123456789abcdef',
    companies: [],
    products: {},
    productBytes: [0, 0, 0],
    baseUrl: 'https://api.example.test',
    defaultLocale: 'en-CA',
    tiers: ['A3'],
    baseTier: 'A3',
    files: {
      'public/v1/products/index.en-CA.json': entry(4321),
      'public/v1/products/index.en-CA.json.gz': entry(1200),
      'public/v1/products/index.en-CA.json.br': entry(1000),
      'public/v1/products/index.en-US.json': entry(4000),
      'public/v1/products/index.fr-CA.json': entry(4100),
      'public/assets/photo.png': entry(50_000),
      'private/net/A3/en-CA.json': entry(9_000_000),
    },
  },
  products: 5,
  productsByLocale: { 'en-CA': 4, 'en-US': 3, 'fr-CA': 4 },
  warnings: [],
  coverage: {
    'en-CA': { regional: 1, language: 1233, fallback: 2, missing: 0 },
    'en-US': { regional: 3, language: 1230, fallback: 0, missing: 0 },
    'fr-CA': { regional: 0, language: 20, fallback: 0, missing: 0 },
  },
  documents: { rendered: 3, reused: 309 },
  change: undefined,
  toleratedDangers: [],
  activation: undefined,
};

test('the summary has the release, its lists in each coding, and its products, documents, bytes, changes and time', (t) => {
  t.deepEqual(renderSummary(compilation, 1.26).split('\n'), [
    'release 0123456789abcdef: 5 products',
    '  list en-CA: identity 4.3 kB, gzip 1.2 kB, br 1.0 kB',
    '  list en-US: identity 4.0 kB',
    '  list fr-CA: identity 4.1 kB',
    '  products: en-CA 4, en-US 3, fr-CA 4',
    '  texts en-CA: 1,236, 1 regional, 2 from another language',
    '  texts en-US: 1,233, 3 regional, 0 from another language',
    '  texts fr-CA: 20, 0 regional, 0 from another language',
    '  documents: 312, 3 rendered, 309 reused',
    '  bytes: identity 0.06 MB, gzip 0.00 MB, br 0.00 MB',
    '  change: no earlier release to compare with',
    '  time: 1.3 s',
    '',
  ]);
});

test('the summary counts changes since the previous current release', (t) => {
  const before = 'fedcba9876543210';
  const products = { added: 1, removed: 2, changed: 3 };
  const counts = '  change: products 3 changed, 1 added, 2 removed';
  const none = { added: 0, removed: 0, changed: 0 };
  for (const [change, line] of [
    [
      { before, products, netPrices: { products: 4, byTier: { A1: 2, A3: 3 } } },
      `${counts}; net prices of 4 products changed (A1 2, A3 3) against ${before}`,
    ],
    [
      { before, products, netPrices: undefined },
      `${counts}; net prices could not be compared against ${before}`,
    ],
    [
      { before: '0123456789abcdef', products: none, netPrices: { products: 0, byTier: {} } },
      '  change: none; 0123456789abcdef was already current',
    ],
  ] as const) {
    t.true(
      renderSummary({ ...compilation, change }, 1)
        .split('\n')
        .includes(line),
      line,
    );
  }
});
