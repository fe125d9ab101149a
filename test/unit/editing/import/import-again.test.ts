/** An import of the same shop again: what the source and what editors changed since. */
import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { ExpectedError } from '../../../../console/errors.ts';
import { runEdit } from '../../../../editing/edit/command.ts';
import { editFolder, loadContent, makeFolder } from '../../../helpers/content.ts';
import { errorsIn, importFrom, shopifyFile } from '../../../helpers/import-run.ts';
import { runCommand } from '../../../helpers/run-command.ts';
import { collectTeardowns } from '../../../helpers/teardown.ts';

/** The folder with the imported Shopify export of the fixture, which each test copies. */
let imported: string;
const teardowns = collectTeardowns();

test.before('the export is imported', async () => {
  imported = await makeFolder(teardowns);
  await importFrom('shopify', shopifyFile, '--out', join(imported, 'content'));
});
test.after.always(() => teardowns.run());

/** Copies the imported content; returns functions that read it and import it again. */
async function openShop(t: ExecutionContext) {
  const folder = await makeFolder(t);
  cpSync(imported, folder, { recursive: true });
  const out = join(folder, 'content');
  const read = (file: string) => readFile(join(out, file), 'utf8');
  return {
    out,
    content: editFolder(out),
    read,
    /** Returns the first line of a table that begins with a text. */
    line: async (file: string, start: string) =>
      (await read(file)).split('\n').find((text) => text.startsWith(start)),
    errors: () => errorsIn(out),
    /** Imports the export again, changed by `change`; returns the report. */
    again: async (change = (text: string) => text) => {
      const file = join(folder, 'export.csv');
      await writeFile(file, change(await readFile(shopifyFile, 'utf8')));
      return importFrom('shopify', file, '--out', out);
    },
    /** Replaces the options of the import; returns them. */
    decide: async (change: (options: ReturnType<typeof JSON.parse>) => void) => {
      const options = JSON.parse(await readFile(`${out}.import.json`, 'utf8'));
      change(options);
      await writeFile(`${out}.import.json`, JSON.stringify(options));
      return options;
    },
  };
}

const teeFile = 'products/TEE100.json';
const heavy = ['A heavy tee', 'Our heaviest tee'] as const;
const lighter = (text: string) => text.replace('A heavy tee', 'A light tee');
/** A change of the source: another price, stock, name, text and picture of TEE100. */
const changeTee = (text: string) =>
  lighter(text)
    .replaceAll('24.50', '25.00')
    .replace('TEE100-NVY-M,180,shopify,65', 'TEE100-NVY-M,180,shopify,9')
    .replace('Harbour Tee,', 'Harbour Tee II,')
    .replaceAll('tee100-hgr.jpg?v=171', 'tee100-hgr.jpg?v=172');

test('importing the same export again changes nothing', async (t) => {
  const shop = await openShop(t);
  const before = await shop.read(teeFile);
  t.notRegex(await shop.again(), /files changed|Kept:/);
  t.is(await shop.read(teeFile), before);
});

test('changes of the source are written: prices, stock, texts and pictures', async (t) => {
  const { again, line, read, errors } = await openShop(t);
  t.regex(await again(changeTee), /files changed: \d+ \(/);
  t.is(await line('prices/msrp.csv', 'TEE100'), 'TEE100,CAD,1,25.00,');
  t.is(await line('prices/net-A1.csv', 'TEE100'), 'TEE100,CAD,1,17.50,');
  t.is(await line('prices/surcharges.csv', 'TEE100,CAD,2XL,m'), 'TEE100,CAD,2XL,msrp,1.50');
  t.is(await line('inventory.csv', 'TEE100,navy,M'), 'TEE100,navy,M,9');
  for (const text of ['A light tee', 'Harbour Tee II', 'tee100-hgr.jpg?v=172']) {
    t.true((await read(teeFile)).includes(text), text);
  }
  t.deepEqual(await errors(), []);
});

test('changes, additions and removals of editors are kept and listed', async (t) => {
  const { content, again, line, read } = await openShop(t);
  await content.replace(teeFile, ...heavy);
  await content.replace(teeFile, '"brand":', '"note": { "en": "Runs small." },\n  "brand":');
  await content.replace(teeFile, '"for": "men"', '"for": "adults"');
  await content.replace('colors.json', '"en": "Wildberry"', '"en": "Wild berry"');
  await content.replace('prices/msrp.csv', 'HD-20,CAD,1,54.00,60.00', 'HD-20,CAD,1,55.00,');
  const tee = 'TEE100,CAD,1,24.50,\n';
  await content.replace('prices/msrp.csv', tee, `${tee}TEE100,CAD,48,22.00,\n`);
  for (const file of ['products/CAP9.json', 'tags.json']) await content.remove(file);
  const change = (text: string) =>
    lighter(text).replace('Harbour Tee,', 'Harbour Tee II,').replaceAll('54.00', '50.00');
  const report = await again(change);
  // The last one is of a member that no editor changed.
  for (const text of [heavy[1], 'Runs small', '"for": "adults"', '"en": "Harbour Tee II"']) {
    t.true((await read(teeFile)).includes(text), text);
  }
  t.regex(await read('colors.json'), /Wild berry/);
  t.is(await line('prices/msrp.csv', 'HD-20'), 'HD-20,CAD,1,55.00,');
  t.is(await line('prices/msrp.csv', 'TEE100,CAD,48'), 'TEE100,CAD,48,22.00,');
  t.is(await line('inventory.csv', 'CAP9'), undefined, 'rows of a removed style');
  await t.throwsAsync(read('tags.json'), { code: 'ENOENT' });
  t.regex(report, /styles that editors removed: 1 \(CAP9\)/);
  const kept = report.slice(report.indexOf('Kept:'));
  t.regex(kept, /changed by editors: \d+ \(.*products\/TEE100\.json: for.*\)/);
  const both = 'changed by editors and, since the last import, by the source';
  const places = 'products/TEE100.json: descriptions.long.en, prices/msrp.csv: HD-20 CAD 1';
  t.true(kept.includes(`  ${both}: 2 (${places})\n`), kept);
  await again((text) => change(text).replace('A light tee', 'Another tee'));
  t.true((await read(teeFile)).includes(heavy[1]), 'also at a later import');
});

test('new styles, colours and sizes are added, also to lists that editors changed', async (t) => {
  const { content, again, line, errors, out } = await openShop(t);
  const fabric = '"composition": { "en": "Cotton" }, "weight": { "en": "180 g" }, "gsm": 180';
  const wildberry = '"color": "wildberry",';
  await content.replace(teeFile, wildberry, `${wildberry} "fabric": { ${fabric} },`);
  const report = await again((text) => {
    const [header = '', ...lines] = text.trimEnd().split('\r\n');
    const large = lines.find((line) => line.includes('TEE100-NVY-L')) ?? '';
    const variant = (size: string, color: string, sku: string) =>
      large
        .replace(',Large,,,Navy,', `,${size},,,${color},`)
        .replace('TEE100-NVY-L', sku)
        .replace('620011000310', '');
    const style = lines.find((line) => line.includes('TOTE-1')) ?? '';
    const other = style.replace('canvas-tote', 'mini-tote').replace('TOTE-1', 'TOTE-2');
    return [
      ...[header, ...lines, variant('XS', 'Navy', 'TEE100-NVY-XS')],
      ...[variant('Large', 'Plum', 'TEE100-PLM-L'), other.replace('620011001713', ''), ''],
    ].join('\r\n');
  });
  t.regex(report, /new styles: 1 \(TOTE-2\)/);
  t.deepEqual(await errors(), []);
  const { products, sizes } = await loadContent(out);
  const tee = products.find(({ product }) => product.sku === 'TEE100')?.product;
  t.deepEqual(
    tee?.colors.map(({ color }) => color),
    ['navy', 'heather-grey', 'wildberry', 'plum'],
  );
  t.deepEqual(tee?.sizes, ['XS', 'S', 'M', 'L', '2XL']);
  t.true(sizes.includes('XS'));
  t.truthy(tee?.colors[2]?.fabric);
  t.is(await line('variants.csv', 'TEE100,plum,L'), 'TEE100,plum,L,TEE100-PLM-L,');
});

test('a style that the source no longer has is kept and listed until it is back', async (t) => {
  const { again, line, read, errors } = await openShop(t);
  const isKept = (line: string) => !line.includes('fleece-hoodie');
  const without = (text: string) => text.split('\r\n').filter(isKept).join('\r\n');
  t.regex(await again(without), /styles that the source no longer has.*: 1 \(HD-20\)/);
  t.deepEqual(await errors(), []);
  t.is(await line('prices/msrp.csv', 'HD-20'), 'HD-20,CAD,1,54.00,60.00');
  await again((text) => text.replaceAll('54.00', '50.00').replace('Kangaroo', 'Another'));
  t.regex(await read('products/HD-20.json'), /Another pocket/);
  t.is(await line('prices/msrp.csv', 'HD-20'), 'HD-20,CAD,1,50.00,60.00');
});

test('a file that cannot be merged is named, and nothing is written', async (t) => {
  for (const [file, damage, message] of [
    ['prices/msrp.csv', (text: string) => `${text}HD-20,CAD,24,24,50,\n`, /^\S+:\d+ has 6 cells/],
    ['variants.csv', (text: string) => text.replaceAll(',', ';'), /^variants\.csv has no column/],
    [teeFile, (text: string) => text.replace('Harbour', 'P\xEAche'), /^\S+ is not UTF-8; /],
    ['products/HD-20.json', () => '{"sku": "HD-20",', /HD-20\.json is not JSON/],
  ] as const) {
    const { content, again, read, out } = await openShop(t);
    await writeFile(join(out, file), Buffer.from(damage(await read(file)), 'latin1'));
    const tee = await read(teeFile);
    await t.throwsAsync(again(changeTee), { instanceOf: ExpectedError, message }, file);
    t.is(await read(teeFile), tee, content.path);
  }
});

test('an interrupted edit is completed before the import, and its changes stay', async (t) => {
  const { content, again, read } = await openShop(t);
  const from = 'products/.TEE100.json.0123';
  await content.write(from, (await read(teeFile)).replace(...heavy));
  await content.write('.edit-journal.json', JSON.stringify([{ file: teeFile, from }]));
  await again(lighter);
  t.true((await read(teeFile)).includes(heavy[1]));
});

test('a row that can be imported now is removed from the list of omitted rows', async (t) => {
  const { again, out } = await openShop(t);
  const count = async () =>
    (await readFile(`${out}.left-out.csv`, 'utf8')).trimEnd().split('\r\n').length;
  t.true((await count()) > 1);
  await again((text) => {
    const [header, ...lines] = text.split('\r\n');
    return [header, ...lines.filter((line) => line.startsWith('canvas-tote'))].join('\r\n');
  });
  t.is(await count(), 1);
});

test('corrected options are used and kept', async (t) => {
  const { again, decide, line, errors, out } = await openShop(t);
  const decided = await decide((options) => {
    options.colors['Noir'] = { id: 'black', hex: ['#000000'] };
    options.sizes['P'] = 'S';
    options.partIds['HD-20 BLK P'] = 'HD-20-BLK-P';
    options.unknownStock = 0;
    options.tiers.percentOfMsrp.A1 = 50;
  });
  await again();
  t.deepEqual(await errors(), []);
  t.is(await line('variants.csv', 'HD-20,black,S'), 'HD-20,black,S,HD-20-BLK-P,620011001317');
  t.is(await line('inventory.csv', 'TOTE-1'), 'TOTE-1,as-shown,OSFA,0');
  t.is(await line('prices/net-A1.csv', 'TOTE-1'), 'TOTE-1,CAD,1,6.00,');
  t.deepEqual(JSON.parse(await readFile(`${out}.import.json`, 'utf8')), decided);
});

test('a mistake in the options is reported with its path, and nothing is written', async (t) => {
  const { again, read, out } = await openShop(t);
  const before = await read('catalogue.json');
  for (const [options, message] of [
    ['{"tiers": {"base": "A3", "percentOfMsrp": {"A3": 120}}}', /json: tiers\.percentOfMsrp\.A3: /],
    [
      '{"tiers": {"base": "constructor", "percentOfMsrp": {"A3": 70}}}',
      /"base" is not one of the /,
    ],
    ['{', /import\.json is not JSON/],
  ] as const) {
    await writeFile(`${out}.import.json`, options);
    await t.throwsAsync(again(), { message });
  }
  t.is(await read('catalogue.json'), before);
});

test('a folder of another import, or without an import, is not changed', async (t) => {
  const { again, out } = await openShop(t);
  const file = `${out}.import-state.json`;
  const state = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...state, source: 'csv' }));
  await t.throwsAsync(again(), { message: /was imported from csv; give --out another folder/ });
  await writeFile(file, '{"source": "shopify"}');
  await t.throwsAsync(again(), { message: /import-state\.json is damaged; restore it/ });
  await rm(file);
  await t.throwsAsync(again(), { message: /is not empty, and there is no .*import-state/ });
});

test('if the state of the import cannot be written, the content is not changed', async (t) => {
  const [shop, other] = [await openShop(t), await openShop(t)];
  const change = (price: string) => (text: string) => text.replaceAll('24.50', price);
  await other.again(change('25.00'));
  const state = await readFile(`${other.out}.import-state.json`, 'utf8');
  // The temporary file of this state does not fit on the disk.
  const hash = createHash('sha256').update(state).digest('hex').slice(0, 8);
  const { dir, base } = parse(`${shop.out}.import-state.json`);
  await symlink('/dev/full', join(dir, `.${base}.${hash}`));
  await t.throwsAsync(shop.again(change('25.00')), { message: /ENOSPC.*; nothing was changed$/ });
  t.is(await shop.line('prices/msrp.csv', 'TEE100'), 'TEE100,CAD,1,24.50,');
  // A later import takes the change of the source.
  t.notRegex(await shop.again(change('26.00')), /Kept:/);
  t.is(await shop.line('prices/msrp.csv', 'TEE100'), 'TEE100,CAD,1,26.00,');
});

test('a style that editors renamed takes changes of the source under its new SKU', async (t) => {
  const { out, again, read, line, errors } = await openShop(t);
  for (const skus of [
    ['TEE100', 'TEE200'],
    ['TEE200', 'TEE300'],
  ]) {
    const renamed = await runCommand(runEdit, ['rename', ...skus, '--content', out, '--yes']);
    t.is(renamed.exitCode, 0, renamed.stderr);
    t.notRegex(await again(), /files changed|new styles|removed/);
  }
  const report = await again(changeTee);
  t.regex(report, /Kept:\n {2}styles that editors renamed: 1 \(TEE100 = TEE300\)/);
  t.is(await line('prices/msrp.csv', 'TEE300'), 'TEE300,CAD,1,25.00,');
  t.is(await line('inventory.csv', 'TEE300,navy,M'), 'TEE300,navy,M,9');
  t.regex(await read('products/TEE300.json'), /"en": "Harbour Tee II"/);
  t.is(await line('inventory.csv', 'TEE100'), undefined);
  t.deepEqual(await errors(), []);
});

test('a SKU that is corrected in the options renames its style', async (t) => {
  const { content, again, decide, read, line, errors } = await openShop(t);
  await content.replace(teeFile, ...heavy);
  await decide(({ skus }) => {
    for (const [code, sku] of Object.entries(skus)) if (sku === 'TEE100') skus[code] = 'HARBOUR';
  });
  const report = await again(changeTee);
  t.regex(report, /styles renamed, as the options say: 1 \(TEE100 = HARBOUR\)/);
  t.notRegex(report, /new styles|no longer has/);
  const renamed = await read('products/HARBOUR.json');
  t.like(JSON.parse(renamed), { sku: 'HARBOUR', formerSkus: ['TEE100'] });
  t.true(renamed.includes(heavy[1]), 'a change of editors');
  await t.throwsAsync(read(teeFile), { code: 'ENOENT' });
  t.is(await line('prices/msrp.csv', 'HARBOUR'), 'HARBOUR,CAD,1,25.00,');
  t.is(await line('variants.csv', 'TEE100'), undefined);
  t.deepEqual(await errors(), []);
  t.notRegex(await again(changeTee), /files changed|renamed/);
});
