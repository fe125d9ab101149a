/** The list of checks, their files and their page are one and the same. */
import { readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import test from 'ava';
import fastGlob from 'fast-glob';
import { qualityChecks } from '../../../build/quality/index.ts';
import { renderChecks } from '../../../build/quality/render-checks.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, 'build/quality');
/** Of the files as they run: TypeScript, or compiled (decision 58). */
const ending = extname(import.meta.filename);

test('docs/quality.md is generated from the current checks', async (t) => {
  const page = await readFile(join(root, 'docs/quality.md'), 'utf8');
  t.is(page, renderChecks(qualityChecks), 'run npm run rules');
});

test('the list has the check of every file, and each file is named after its check', async (t) => {
  const found: string[] = [];
  for (const file of await fastGlob(`*/**/*${ending}`, { cwd: folder })) {
    const module = (await import(join(folder, file))) as Record<string, unknown>;
    for (const value of Object.values(module)) {
      if (typeof value !== 'object' || value === null || !('id' in value)) continue;
      t.is(`${value.id}${ending}`, file);
      found.push(String(value.id));
    }
  }
  const ids = qualityChecks.map(({ id }) => id);
  t.deepEqual(ids, found.sort());
});

test('the demand and remedy of a check are sentences, and its lack is part of one', (t) => {
  for (const { id, demand, remedy, lack } of qualityChecks) {
    for (const sentence of [demand, remedy]) t.regex(sentence, /^\p{Lu}.*\.$/u, id);
    t.regex(lack, /^\p{Ll}.*[^.]$/u, id);
  }
});
