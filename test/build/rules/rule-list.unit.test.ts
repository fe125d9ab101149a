/** The list of rules, their files and their page agree. */
import { readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import test from 'ava';
import fastGlob from 'fast-glob';
import { allRules, catalogueRules, productRules } from '../../../build/rules/index.ts';
import { renderRules } from '../../../build/rules/render-rules.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, 'build/rules');
/** Of the files as they run: TypeScript, or compiled (decision 58). */
const ending = extname(import.meta.filename);
const ids = allRules.map(({ id }) => id);

/** The ids of the rules that a module exports. */
function idsIn(module: Record<string, unknown>): string[] {
  return Object.values(module).flatMap((value) => {
    const isRule = typeof value === 'object' && value !== null && 'id' in value;
    return isRule && 'remedy' in value ? [String(value.id)] : [];
  });
}

test('docs/rules.md is generated from the current rules', async (t) => {
  const page = await readFile(join(root, 'docs/rules.md'), 'utf8');
  t.is(page, renderRules(allRules), 'run npm run rules');
});

test('rule ids are unique and sorted', (t) => {
  t.deepEqual(ids, [...new Set(ids)].sort());
  for (const rules of [catalogueRules, productRules]) {
    const listed = rules.map(({ id }) => id);
    t.deepEqual(listed, [...listed].sort());
  }
});

test('the list has the rule of every file, and each file is named after its rule', async (t) => {
  const files = await fastGlob(`*/**/*${ending}`, { cwd: folder });
  const found: string[] = [];
  for (const file of files) {
    const module = (await import(join(folder, file))) as Record<string, unknown>;
    for (const id of idsIn(module)) {
      t.is(`${id}${ending}`, file);
      found.push(id);
    }
  }
  t.deepEqual(found.sort(), ids);
});

test('the summary and the remedy of a rule are sentences', (t) => {
  for (const { id, summary, remedy } of allRules) {
    for (const text of [summary, remedy]) t.regex(text, /^[\p{Lu}`].*\.$/u, id);
  }
});

test('docs/rules.md escapes Markdown in the texts of a rule', (t) => {
  const rule = { id: 'text/x', severity: 'warning', summary: 'No `a|b` <b> & *_[x]_*.' } as const;
  const page = renderRules([{ ...rule, remedy: 'Write \\.' }]);
  t.true(
    page.includes(
      '| `text/x` | warning | No `a\\|b` \\<b> \\& \\*\\_\\[x\\]\\_\\*. | Write \\\\. |',
    ),
  );
});
