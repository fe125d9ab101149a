/** The list of rules has what the modules export, and docs/rules.md shows their texts as they are. */
import { join, resolve } from 'node:path';
import test from 'ava';
import fastGlob from 'fast-glob';
import { allRules, catalogueRules, productRules } from '../../../../../build/check/rules/index.ts';
import { renderRules } from '../../../../../build/check/rules/render-rules.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const ids = allRules.map(({ id }) => id);

/** Returns the ids of the rules that a module exports. */
function idsIn(module: Record<string, unknown>): string[] {
  return Object.values(module)
    .flat()
    .flatMap((value) => {
      const isRule = typeof value === 'object' && value !== null && 'id' in value;
      return isRule && 'remedy' in value ? [String(value.id)] : [];
    });
}

test('rule ids are unique and sorted', (t) => {
  t.deepEqual(ids, [...new Set(ids)].sort());
  for (const rules of [catalogueRules, productRules]) {
    const listed = rules.map(({ id }) => id);
    t.deepEqual(listed, [...listed].sort());
  }
});

test('the list of rules has every rule that a module exports', async (t) => {
  const files = await fastGlob('build/{check,content}/**/*.ts', {
    cwd: root,
    ignore: ['**/index.*'],
  });
  const found: string[] = [];
  for (const file of files.filter((path) => path.includes('rules/'))) {
    const module = (await import(join(root, file))) as Record<string, unknown>;
    found.push(...idsIn(module));
  }
  t.deepEqual([...new Set(found)].sort(), ids);
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
