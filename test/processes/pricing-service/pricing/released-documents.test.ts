import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createReleasedDocuments } from '../../../../pricing-service/pricing/released-documents.ts';
import { makeFolder } from '../../../helpers/content.ts';
import { compileInto } from '../../../helpers/pricing-app.ts';

test.serial('details are read from the files of the release', async (t) => {
  const out = join(await makeFolder(t), 'dist');
  const manifest = await compileInto(out);
  const documents = createReleasedDocuments(out);
  const file = join(out, 'current/public/v1/products/TEE-1/fr-CA.json');
  const detail = await documents.detail(manifest.release, 'fr-CA', 'TEE-1');
  t.is(JSON.stringify(detail), (await readFile(file, 'utf8')).trim());
});

test.serial(
  'reading returns undefined for a product that the locale lacks, and for any other file',
  async (t) => {
    const out = join(await makeFolder(t), 'dist');
    const { release } = await compileInto(out);
    const documents = createReleasedDocuments(out);
    t.truthy(await documents.detail(release, 'en-US', 'USA-4'));
    for (const sku of [
      'NONE',
      'tee-1',
      '..',
      '../../health',
      'toString',
      'index',
      'index.en-CA.json',
    ]) {
      t.is(await documents.detail(release, 'en-CA', sku), undefined, sku);
    }
    t.is(await documents.detail(release, 'en-CA', 'USA-4'), undefined);
  },
);

test.serial(
  'reading a missing release rejects, and succeeds as soon as the release exists',
  async (t) => {
    const folder = await makeFolder(t);
    const out = join(folder, 'dist');
    const { release } = await compileInto(join(folder, 'other'));
    const documents = createReleasedDocuments(out);
    await t.throwsAsync(documents.detail(release, 'en-CA', 'TEE-1'), { code: 'ENOENT' });
    await compileInto(out);
    t.truthy(await documents.detail(release, 'en-CA', 'TEE-1'));
  },
);
