/**
 * Tests when a build copies the faults of the rules about the catalogue from the previous release, and when it applies
 * the rules again.
 */
import { appendFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { ContentError, type Found } from '../../../../build/content/findings/finding.ts';
import { type FoundRecord, foundRecordFile } from '../../../../build/known-findings.ts';
import { type ContentFolder, copyContent, makeFolder } from '../../../helpers/content.ts';
import { build } from '../../../helpers/released-files.ts';

/** A fault that no rule finds: a build that reports it has copied the faults instead of applying the rules. */
const invented: Found = {
  rule: { id: 'catalogue/unused', severity: 'warning' },
  fault: { file: 'products/TEE-1.json', path: ['note'], message: 'is invented by this test' },
};

/** Replaces the faults that the current release records (`findings.json`) by the fault `invented`. */
async function inventFault(out: string): Promise<void> {
  const path = join(out, 'current', foundRecordFile);
  const record = JSON.parse(await readFile(path, 'utf8')) as FoundRecord;
  await writeFile(path, JSON.stringify({ ...record, found: [invented] }));
}

const day = '2026-11-20';

/** Edits of data that no rule about the catalogue uses. */
const unused: Readonly<Record<string, (folder: ContentFolder) => Promise<void>>> = {
  nothing: async () => {},
  'a text of a product': ({ replace }) =>
    replace('products/TEE-1.json', 'Taille petit.', 'Taille\u00a0grand.'),
  'a price': ({ replace }) => replace('prices/net-A1.csv', '7907.31', '7907.30'),
  'a quantity in stock': ({ replace }) => replace('inventory.csv', ',400', ',401'),
};

for (const [name, edit] of Object.entries(unused)) {
  test(`after a change of ${name}, the faults of the previous release are reported, at their new lines`, async (t) => {
    const folder = await copyContent(t);
    const { out } = await build(t, folder.path, undefined, { at: day });
    await inventFault(out);
    await edit(folder);
    await folder.replace('products/TEE-1.json', '{', '{\n\n');
    const text = await readFile(join(folder.path, 'products/TEE-1.json'), 'utf8');
    const line = text.slice(0, text.indexOf('"note"')).split('\n').length;
    const { warnings } = await build(t, folder.path, out, { at: day });
    t.like(warnings, [{ message: invented.fault.message, line }]);
    t.is(warnings.length, 1);
  });
}

/** Edits of data that a rule about the catalogue may use. */
const used: Readonly<Record<string, (folder: ContentFolder) => Promise<void>>> = {
  'the tag of a product': ({ replace }) => replace('products/TEE-1.json', 'best-seller', 'eco'),
  'a shared file': ({ replace }) => replace('brands.json', 'Acme', 'Apex'),
  'the name of a company': ({ replace }) => replace('companies.json', 'West Shop', 'Waste Shop'),
  'the sync listing': ({ replace }) => replace('active-products.csv', 'BAG-5,west-shop\n', ''),
  'a picture': ({ path }) => appendFile(join(path, 'assets/photos/stateside.png'), 'more bytes'),
  'a file that the compiler does not know': ({ write }) => write('prices/net-B1.csv', 'sku\n'),
  'the rows of a product that does not exist': ({ append }) =>
    append('prices/msrp.csv', 'NONE-1,CAD,12,10.00,\n'),
  'a product file, which is removed and leaves its rows': ({ path }) =>
    rm(join(path, 'products/BAG-5.json')),
  'a drawing': ({ append }) => append('drawings/tee-front.svg', '<!-- -->'),
  'a part id': ({ replace }) => replace('variants.csv', ',P-1\n', ',P-2\n'),
};

for (const [name, edit] of Object.entries(used)) {
  test(`after a change of ${name}, the rules about the catalogue are applied again`, async (t) => {
    const folder = await copyContent(t);
    await folder.write('variants.csv', 'sku,color,size,part_id\nBAG-5,navy,OSFA,P-1\n');
    const { out } = await build(t, folder.path, undefined, { at: day });
    await inventFault(out);
    await edit(folder);
    const { warnings: findings } = await build(t, folder.path, out, { at: day }).catch((error) => {
      if (error instanceof ContentError) return { warnings: error.findings };
      throw error;
    });
    t.false(findings.some(({ message }) => message === invented.fault.message));
  });
}

test.serial('on another day, the rules about the catalogue are applied again', async (t) => {
  const folder = await copyContent(t);
  const { out } = await build(t, folder.path, undefined, { at: day });
  await inventFault(out);
  const { warnings } = await build(t, folder.path, out, { at: '2026-11-21' });
  t.deepEqual(warnings, []);
});

test.serial(
  'the record of faults does not depend on the place of the content folder',
  async (t) => {
    const folder = await copyContent(t);
    const other = join(await makeFolder(t), 'elsewhere');
    await cp(folder.path, other, { recursive: true });
    const records = [folder.path, other].map(async (path) => {
      const { out } = await build(t, path, undefined, { at: day });
      return readFile(join(out, 'current', foundRecordFile), 'utf8');
    });
    const [one, two] = await Promise.all(records);
    t.is(one, two);
  },
);
