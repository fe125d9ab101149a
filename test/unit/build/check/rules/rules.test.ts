/**
 * Runs the test cases of all rules (`tables/`): each rule has the expected findings in edited fixture content. To run
 * those of one rule: `npx ava test/unit.test.ts --match='the rule price/rising has *'`.
 */
import test from 'ava';
import { allRules, catalogueRules } from '../../../../../build/check/rules/index.ts';
import { compile } from '../../../../../build/compile.ts';
import {
  ContentError,
  type Example,
  type Rule,
} from '../../../../../build/content/findings/finding.ts';
import { baseUrl, findingsIn, makeFolder } from '../../../../helpers/content.ts';
import {
  checkedDay,
  findingsAfter,
  located,
  remove,
  replace,
  withEdits,
  write,
} from './edited-content.ts';
import { inShort } from './rule-rows.ts';
import { dates } from './tables/dates.ts';
import { files } from './tables/files.ts';
import { json } from './tables/json.ts';
import { prices } from './tables/prices.ts';
import { products } from './tables/products.ts';
import { sharedFiles } from './tables/shared-files.ts';
import { stock } from './tables/stock.ts';
import { csv } from './tables/tables.ts';
import { texts } from './tables/texts.ts';
import { variants } from './tables/variants.ts';

const tables = [csv, dates, files, json, prices, products, sharedFiles, stock, texts, variants];
const ruleRows = tables.flatMap((table) => Object.entries(table));

/** A text cannot become a symbolic link; it has its own test. */
const withoutExample = ['file/symbolic-link'];

test('every rule has an example, and its id once in the sorted list', (t) => {
  const ids = allRules.map(({ id }) => id);
  t.deepEqual([...new Set(ids)].sort(), ids);
  const lacking = allRules.filter(({ example }) => example === undefined);
  t.deepEqual(
    lacking.map(({ id }) => id),
    withoutExample,
  );
  t.deepEqual(
    ruleRows.flatMap(([rule]) => (ids.includes(rule) ? [] : [rule])),
    [],
  );
});

test.serial('the content that examples change is valid', async (t) => {
  t.deepEqual(await findingsAfter(...located), []);
});

test.serial('each rule finds its example, and says what is wrong and what to do', async (t) => {
  const messages: string[] = [];
  for (const { id, example } of allRules) {
    const found = (await findingsAfter(...editsOf(example))).find(({ rule }) => rule === id);
    t.is(found !== undefined, example !== undefined, id);
    if (found !== undefined) messages.push(`${id}: ${found.message}`);
  }
  t.snapshot(messages.join('\n'));
});

function editsOf(example: Rule['example'] = []) {
  const changes = [example].flat().map(({ file, valid, broken }: Example) => {
    if (broken === undefined) return remove(file);
    return valid === undefined ? write(file, broken) : replace(file, valid, broken);
  });
  return [...located, ...changes];
}

for (const [rule, rows] of ruleRows) {
  test.serial(`the rule ${rule} has its findings at their places, and no others`, async (t) => {
    for (const { verb, what, edits, file, expected } of rows) {
      const findings = await findingsAfter(...edits);
      const isOfAllRules = verb === 'only' || verb === 'accepts';
      const found = isOfAllRules ? findings : findings.filter((each) => each.rule === rule);
      t.deepEqual(
        found.map((each) => `${each.rule}: ${inShort(each, file)}`),
        expected.map((each) => `${rule}: ${each}`),
        `${verb} ${what}`,
      );
    }
  });
}

test.serial('a build fails for exactly the errors of a check, and reports the same', async (t) => {
  const out = await makeFolder(t);
  // Rules about the catalogue are applied after products are rendered, which must not fail before.
  const examples = catalogueRules.map(({ id, example }) => [id, editsOf(example)] as const);
  const firsts = tables.map((table) => Object.entries(table)[0] as (typeof ruleRows)[number]);
  const rows = firsts.map(([rule, [row]]) => [rule, row?.edits ?? []] as const);
  for (const [rule, edits] of [...examples, ...rows]) {
    await withEdits(edits, async (content) => {
      const findings = await findingsIn(content, checkedDay);
      const isFaulty = findings.some(({ severity }) => severity === 'error');
      const expected = { outcome: isFaulty ? 'ContentError' : 'release', findings };
      t.deepEqual(await compileAt(content, out), expected, rule);
    });
  }
});

/** Compiles content. Returns the findings, and `release` or the name of the error that `compile` throws. */
async function compileAt(content: string, out: string) {
  const options = { content, out, baseUrl, at: checkedDay, encoding: 'none' } as const;
  try {
    return { outcome: 'release', findings: (await compile(options)).warnings };
  } catch (error) {
    const { name, message } = error as Error;
    return error instanceof ContentError
      ? { outcome: name, findings: error.findings }
      : { outcome: `${name}: ${message}`, findings: [] };
  }
}
