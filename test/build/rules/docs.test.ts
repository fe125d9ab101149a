/** The list of rules, their files, their tests and their page are one and the same. */
import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import test from 'ava';
import fastGlob from 'fast-glob';
import { allRules, catalogueRules, productRules } from '../../../build/rules/index.ts';
import { renderRules } from '../../../build/rules/render-rules.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, 'build/rules');
const ids = allRules.map(({ id }) => id);

/** The ids of the rules that a module exports. */
function idsIn(module: Record<string, unknown>): string[] {
  return Object.values(module).flatMap((value) => {
    const isRule = typeof value === 'object' && value !== null && 'id' in value;
    return isRule && 'remedy' in value ? [String(value.id)] : [];
  });
}

test('docs/rules.md is what the rules say now', async (t) => {
  const page = await readFile(join(root, 'docs/rules.md'), 'utf8');
  t.is(page, renderRules(allRules), 'run npm run rules');
});

test('ids are unique and in order', (t) => {
  t.deepEqual(ids, [...new Set(ids)].sort());
  for (const rules of [catalogueRules, productRules]) {
    const listed = rules.map(({ id }) => id);
    t.deepEqual(listed, [...listed].sort());
  }
});

test('every rule file is in the list, and every rule is in the file of its id', async (t) => {
  const files = await fastGlob('*/**/*.ts', { cwd: folder });
  const found: string[] = [];
  for (const file of files) {
    const module = (await import(join(folder, file))) as Record<string, unknown>;
    for (const id of idsIn(module)) {
      t.is(`${id}.ts`, file);
      found.push(id);
    }
  }
  t.deepEqual(found.sort(), ids);
});

test('every rule has a test file', async (t) => {
  for (const id of ids) {
    await t.notThrowsAsync(access(join(import.meta.dirname, `${id}.test.ts`)), id);
  }
});

test('every test file is run with the others', async (t) => {
  const runner = await readFile(join(import.meta.dirname, 'rules.test.ts'), 'utf8');
  const run = [...runner.matchAll(/^import '\.\/(.+)';$/gm)].map(([, file]) => file);
  const files = await fastGlob('*/*.test.ts', { cwd: import.meta.dirname });
  t.deepEqual(run.sort(), files.sort());
});

test('summaries and remedies are sentences', (t) => {
  for (const { id, summary, remedy } of allRules) {
    for (const text of [summary, remedy]) t.regex(text, /^[\p{Lu}`].*\.$/u, id);
  }
});

test('what looks like Markdown in a rule is shown as it is written', (t) => {
  const rule = { id: 'text/x', severity: 'warning', summary: 'No `a|b` <b> & *_[x]_*.' } as const;
  const page = renderRules([{ ...rule, remedy: 'Write \\.' }]);
  t.true(
    page.includes(
      '| `text/x` | warning | No `a\\|b` \\<b> \\& \\*\\_\\[x\\]\\_\\*. | Write \\\\. |',
    ),
  );
});
