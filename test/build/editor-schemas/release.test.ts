/** What is there for editors alone never reaches the API. */
import test from 'ava';
import { planSchemas, writeSchemas } from '../../../build/editor-schemas/content-folder.ts';
import { schemaReference } from '../../../build/editor-schemas/paths.ts';
import { copyContent } from '../../helpers/content.ts';
import { build } from '../released-files.ts';
import { jsonFilesOf } from './validator.ts';

test('content with schemas gives the same release as content without', async (t) => {
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
