import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { toDangerFindings } from '../../../../build/console/danger-findings.ts';
import { dangerKinds } from '../../../../releases/guard/dangers.ts';
import { copyContent } from '../../../helpers/content.ts';
import { build, copyBuiltFixture } from '../../../helpers/released-files.ts';

test.serial('each price that jumped is a warning at its row, in every table', async (t) => {
  const content = await copyContent(t);
  const { out } = await copyBuiltFixture(t);
  await content.replace(
    'prices/msrp.csv',
    'TEE-1,CAD,12,8020.00,8025.00',
    'TEE-1,CAD,12,44562.00,',
  );
  await content.replace('prices/net-A3.csv', 'TEE-1,CAD,144,7917.41', 'TEE-1,CAD,144,2079.13');
  await content.replace('prices/surcharges.csv', 'CAD,2XL,A1,6901.13', 'CAD,2XL,A1,69.01');
  const { toleratedDangers } = await build(t, content.path, out, { accept: dangerKinds });
  const findings = await toDangerFindings(content.path, toleratedDangers);
  const rows = findings.map(async ({ rule, severity, file, line = 0 }) => {
    const text = await readFile(join(content.path, file), 'utf8');
    return `${severity} ${rule} ${file}: ${text.split('\n')[line - 1]}`;
  });
  t.deepEqual(await Promise.all(rows), [
    'warning guard/price-jump prices/msrp.csv: TEE-1,CAD,12,44562.00,',
    'warning guard/price-jump prices/net-A3.csv: TEE-1,CAD,144,2079.13,',
    'warning guard/price-jump prices/surcharges.csv: TEE-1,CAD,2XL,A1,69.01',
  ]);
  t.regex(findings[0]?.message ?? '', / 8020\.00 to 44562\.00, .+ --accept price-jumps$/);
});

test.serial('a price with dates is reported at the row of the day of the build', async (t) => {
  const content = await copyContent(t);
  const at = '2026-12-24';
  const { out } = await build(t, content.path, undefined, { at });
  const table = 'prices/msrp.csv';
  const text = (await readFile(join(content.path, table), 'utf8')).trimEnd();
  const bag = [
    'BAG-5,CAD,10,8008.00,,,2026-12-23',
    'BAG-5,CAD,10,44562.00,,2026-12-24,2026-12-26',
    'BAG-5,CAD,10,8008.00,,2026-12-27,',
  ];
  const dated = text.replaceAll(/$/gm, ',,').replace('Price,,', 'Price,from,until');
  await content.write(table, `${dated.replace(/^BAG-5.*/m, bag.join('\n'))}\n`);
  const { toleratedDangers } = await build(t, content.path, out, { at, accept: dangerKinds });
  const [finding] = await toDangerFindings(content.path, toleratedDangers);
  t.is(finding?.line, 3);
});

test.serial('removed products are reported at their folder, lost stock at its table', async (t) => {
  const findings = await toDangerFindings('content', [
    { kind: 'removed-products', message: '1 of 5 SKUs were removed' },
    { kind: 'lost-stock', message: '1 of 5 products have none' },
    { kind: 'unreadable-release', message: 'the releases cannot be compared' },
  ]);
  t.like(findings, [
    { rule: 'guard/lost-stock', severity: 'warning', file: 'inventory.csv' },
    { rule: 'guard/removed-products', severity: 'warning', file: 'products' },
  ]);
});
