/** The sample catalogue in an editor: each file names its schema and matches it. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ValidateFunction } from 'ajv';
import test from 'ava';
import { jsonKinds } from '../../../../build/content/schemas/kinds.ts';
import { planSchemas } from '../../../../editing/schemas/content-folder.ts';
import { schemaPath, schemaReference } from '../../../../editing/schemas/schema-files.ts';
import { compileSchema, jsonFilesOf } from '../../../helpers/schema-validator.ts';

const content = resolve(import.meta.dirname, '../../../../content');

test('the schemas equal those made from the definitions and the content', async (t) => {
  const { files, stale, broken } = await planSchemas(content);
  t.deepEqual(stale, [], 'run npm run schemas, and commit what it writes');
  t.deepEqual(broken, []);
  const present = await readdir(join(content, 'schemas'));
  const wanted = [...files.keys()].map((path) => path.replace('schemas/', ''));
  t.deepEqual(present.sort(), wanted.sort(), 'a file there is of no kind; remove it');
});

test('every file names the schema of its kind and matches it', async (t) => {
  const files = await jsonFilesOf(content);
  t.true(files.length > 80);
  const validators = new Map<string, ValidateFunction>();
  for (const { kind, file, json } of files) {
    const [first] = Object.entries(json);
    t.deepEqual(first, ['$schema', schemaReference(kind)], `${file}: make it the first member`);
    const path = join(content, dirname(file), String(json['$schema']));
    const validate =
      validators.get(path) ?? compileSchema(JSON.parse(await readFile(path, 'utf8')));
    validators.set(path, validate);
    t.true(validate(json), `${file}: ${JSON.stringify(validate.errors)}`);
  }
});

test('the Visual Studio Code settings have the schema for product files that do not name it', async (t) => {
  const settings = JSON.parse(await readFile('.vscode/settings.json', 'utf8'));
  t.deepEqual(settings['json.schemas'], [
    {
      fileMatch: [`/content/${jsonKinds.product.path}`],
      url: `./content/${schemaPath('product')}`,
    },
  ]);
});
