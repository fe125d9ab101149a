/** Schemas are for editors only: they never reach the API. */
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { planSchemas, writeSchemas } from '../../../../editing/schemas/content-folder.ts';
import { schemaReference } from '../../../../editing/schemas/schema-files.ts';
import { copyContent } from '../../../helpers/content.ts';
import { build } from '../../../helpers/released-files.ts';
import { jsonFilesOf } from '../../../helpers/schema-validator.ts';

test.serial('content with schemas gives the same release as content without', async (t) => {
  const folder = await copyContent(t);
  const plain = await build(t, folder.path);
  for (const { kind, file } of await jsonFilesOf(folder.path)) {
    await folder.replace(file, '{', `{ "$schema": "${schemaReference(kind)}",`);
  }
  await writeSchemas(folder.path, await planSchemas(folder.path));
  const described = await build(t, folder.path);
  t.is(described.manifest.release, plain.manifest.release);
  t.is(described.products, plain.products);
});

test.serial(
  'with a symbolic link in the content no schema is written, also not to its target',
  async (t) => {
    const { path } = await copyContent(t);
    const links = ['brands.json', 'schemas'].map((file) => join(path, file));
    for (const link of links) {
      await rm(link, { recursive: true, force: true });
      await symlink('elsewhere', link);
    }
    const message = new RegExp(
      links.map((link) => `^${link} is a symbolic link, .+`).join('\n'),
      'm',
    );
    await t.throwsAsync(planSchemas(path), { message });
  },
);
