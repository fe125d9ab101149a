/** The sample catalogue in an editor: each file names its schema and matches it. */
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ValidateFunction } from 'ajv';
import test from 'ava';
import { schemaReference } from '../../../../editing/schemas/schema-files.ts';
import { compileSchema, jsonFilesOf } from '../../../helpers/schema-validator.ts';

const content = resolve(import.meta.dirname, '../../../../content');

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
