import test from 'ava';
import { qualityChecks } from '../../../quality/checks/index.ts';
import type { CatalogueQuality } from '../../../quality/measure-quality.ts';
import { renderQuality } from '../../../quality/report.ts';

const own = { regional: 1, language: 299, fallback: 0, missing: 0 };
const missing = Array.from({ length: 8 }, (_, index) => `navy ${index + 1}XL`);
const quality: CatalogueQuality = {
  average: 90,
  coverage: { 'en-CA': own, 'en-US': own, 'fr-CA': { ...own, language: 298, fallback: 1 } },
  products: [
    {
      sku: 'TEE-1',
      name: { en: 'Tee' },
      file: 'products/TEE-1.json',
      score: 80,
      reasons: [
        { check: 'picture/product', points: 9.09, count: 0, missing: [] },
        { check: 'stock/rows', points: 9.01, count: 8, missing },
        { check: 'color/pms', points: 0.01, count: 1, missing: ['navy'] },
      ],
    },
    { sku: 'TEE-2', name: { en: 'Tee' }, file: 'products/TEE-2.json', score: 100, reasons: [] },
  ],
};

test('the text report has the coverage, what is missing, and the products by score', (t) => {
  t.is(
    renderQuality(quality, 'text', 50),
    `Quality of 2 products: 90 of 100 on average, 80 at the lowest

Texts in the locale’s own language
  en-CA  100 %  300 of 300
  en-US  100 %  300 of 300
  fr-CA  99 %   299 of 300

What is missing: 3 of 20 checks
  picture/product  1 product  -4.5  no picture
  stock/rows       1 product  -4.5  colours and sizes without a row in inventory.csv
  color/pms        1 product  -0.1  plain colours without a Pantone colour

Products: 1 of 2 lack something
  80  TEE-1  -9.1  picture/product  no picture
  80  TEE-1  -9.0  stock/rows       colours and sizes without a row in inventory.csv: navy 1XL, navy 2XL, navy 3XL, navy 4XL, navy 5XL, navy 6XL and 2 more
  80  TEE-1  -0.1  color/pms        plain colours without a Pantone colour: navy
`,
  );
});

test('the Markdown report has one table per section, cut at the limit', (t) => {
  const markdown = renderQuality(quality, 'markdown', 1);
  t.true(markdown.startsWith('## Quality of 2 products: '));
  t.regex(markdown, /\n\| Score \| SKU \| Points \| Check \| What \|\n/);
  t.regex(markdown, /\| 80 \| TEE-1 \| -9\.1 \| picture\/product \| no picture \|\n\n… and 2 more/);
});

test('the JSON report has every product and reason whatever the limit, and the meaning of each check', (t) => {
  const json = JSON.parse(renderQuality(quality, 'json', 1));
  t.deepEqual(json.products, quality.products);
  t.is(json.average, 90);
  t.deepEqual(json.coverage, quality.coverage);
  t.like(json.checks[0], { id: 'color/family', importance: 'important', weight: 3 });
  t.is(json.checks.length, qualityChecks.length);
});

test('the report of a catalogue without a product says so', (t) => {
  const empty = { ...quality, products: [] };
  t.regex(renderQuality(empty, 'text', 50), /^Quality of no product\n/);
  t.regex(renderQuality(empty, 'markdown', 50), /^## Quality of no product\n/);
});
