/** The list of checks, their files and their page are one and the same. */
import { readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import test from 'ava';
import fastGlob from 'fast-glob';
import { qualityChecks } from '../../quality/index.ts';
import { renderChecks } from '../../quality/render-checks.ts';

const root = resolve(import.meta.dirname, '../..');
/** Of the files as they run: TypeScript, or compiled (decision 58). */
const ending = extname(import.meta.filename);

test('docs/quality.md is generated from the current checks', async (t) => {
  const page = await readFile(join(root, 'docs/quality.md'), 'utf8');
  t.is(page, renderChecks(qualityChecks), 'run npm run rules');
});

test('the list has every check that a module exports', async (t) => {
  const found: string[] = [];
  for (const file of await fastGlob(`quality/**/*${ending}`, {
    cwd: root,
    ignore: ['**/{main,write-checks}.*'],
  })) {
    const module = (await import(join(root, file))) as Record<string, unknown>;
    for (const value of Object.values(module)) {
      if (typeof value === 'object' && value !== null && 'demand' in value && 'id' in value) {
        found.push(String(value.id));
      }
    }
  }
  const ids = qualityChecks.map(({ id }) => id);
  t.deepEqual(ids, [...new Set(found)].sort());
});

test('the demand and remedy of a check are sentences, and its lack is part of one', (t) => {
  for (const { id, demand, remedy, lack } of qualityChecks) {
    for (const sentence of [demand, remedy]) t.regex(sentence, /^\p{Lu}.*\.$/u, id);
    t.regex(lack, /^\p{Ll}.*[^.]$/u, id);
  }
});
