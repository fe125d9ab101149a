/**
 * Tests that the list of checks has every check of the tables in `quality/checks/`, and that docs/quality.md is
 * current.
 */
import { readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import test from 'ava';
import fastGlob from 'fast-glob';
import type { QualityCheck } from '../../quality/checks/check.ts';
import { qualityChecks } from '../../quality/checks/index.ts';
import { renderChecks } from '../../quality/render-checks.ts';

const root = resolve(import.meta.dirname, '../..');
/** The file extension of the tests: `.ts`, or `.js` if they run compiled (decision 58). */
const ending = extname(import.meta.filename);

test('docs/quality.md is generated from the current checks', async (t) => {
  const page = await readFile(join(root, 'docs/quality.md'), 'utf8');
  t.is(page, renderChecks(qualityChecks), 'run npm run rules');
});

test('the list has every check of every table once, sorted by id', async (t) => {
  const found: string[] = [];
  const files = await fastGlob(`quality/checks/*${ending}`, { cwd: root, ignore: ['**/index.*'] });
  t.true(files.length > 2);
  for (const file of files) {
    const exported: unknown[] = Object.values(await import(join(root, file)));
    const tables = exported.filter((value): value is QualityCheck[] => Array.isArray(value));
    found.push(...tables.flat().map(({ id }) => id));
  }
  const ids = qualityChecks.map(({ id }) => id);
  t.deepEqual(ids, [...new Set(found)].sort());
  t.is(found.length, ids.length);
});

test('the demand and remedy of a check are sentences, and its lack is part of one', (t) => {
  for (const { id, demand, remedy, lack } of qualityChecks) {
    for (const sentence of [demand, remedy]) t.regex(sentence, /^\p{Lu}.*\.$/u, id);
    t.regex(lack, /^\p{Ll}.*[^.]$/u, id);
  }
});
