/**
 * Tests settings whose value is in a file: `REDIS_URL_FILE` names the file with the value of
 * `REDIS_URL`.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { ExpectedError } from '../../../console/errors.ts';
import { readSecretFiles } from '../../../console/secret-files.ts';
import { makeFolder } from '../../helpers/content.ts';

test('a setting may come from a file, without the line end', async (t) => {
  const folder = await makeFolder(t);
  const path = join(folder, 'redis-url');
  await writeFile(path, 'redis://user:password@redis:6379\n');
  const settings = readSecretFiles({ REDIS_URL_FILE: path, BASE_URL: 'https://api.example.com' });
  t.is(settings['REDIS_URL'], 'redis://user:password@redis:6379');
  t.is(settings['BASE_URL'], 'https://api.example.com');
});

test('without files the environment is unchanged, and an empty file name is ignored', (t) => {
  const environment = { REDIS_URL: 'redis://redis:6379', SPECIFICATION_TOKEN_FILE: '' };
  t.deepEqual(readSecretFiles(environment), environment);
});

test('a missing or empty file, and a setting given twice, are refused by name', async (t) => {
  const path = join(await makeFolder(t), 'token');
  const read = (environment: Record<string, string>) => () => readSecretFiles(environment);
  const missing = t.throws(read({ SPECIFICATION_TOKEN_FILE: path }), { instanceOf: ExpectedError });
  t.regex(missing.message, /^SPECIFICATION_TOKEN_FILE: ENOENT/);
  await writeFile(path, '\n');
  t.throws(read({ SPECIFICATION_TOKEN_FILE: path }), {
    message: `SPECIFICATION_TOKEN_FILE: ${path} is empty`,
  });
  t.throws(read({ REDIS_URL: 'redis://redis', REDIS_URL_FILE: path }), {
    message: 'set REDIS_URL or REDIS_URL_FILE, not both',
  });
});
