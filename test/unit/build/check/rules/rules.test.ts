/**
 * Runs the test cases of all rules (`tables/`): each rule has the expected findings in edited fixture content. To run
 * those of one rule: `npx ava test/unit.test.ts --match='the rule price/rising has *'`.
 */
import test from 'ava';
import { allRules, catalogueRules } from '../../../../../build/check/rules/index.ts';
import { compile } from '../../../../../build/compile.ts';
import { ContentError, type Example } from '../../../../../build/content/findings/finding.ts';
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
import { inShort, type Row } from './rule-rows.ts';
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

/** The rule that an edit of a file's text cannot violate; it has its own test. */
const testedElsewhere = ['file/symbolic-link'];

test('every rule has an example or a test case with a finding, and its id once in the sorted list', (t) => {
  const ids = allRules.map(({ id }) => id);
  const tested = new Set([
    ...ruleRows.filter(([, rows]) => rows.some(hasFinding)).map(([rule]) => rule),
    ...allRules.flatMap(({ id, example }) => (example ? [id] : [])),
    ...testedElsewhere,
  ]);
  t.deepEqual([...tested].sort(), ids);
  t.deepEqual([...new Set(ids)].sort(), ids);
});

function hasFinding({ expected }: Row) {
  return expected.length > 0;
}

test.serial('the content that examples change is valid', async (t) => {
  t.deepEqual(await findingsAfter(...located), []);
});

for (const { id, example } of allRules) {
  if (example === undefined) continue;
  test.serial(`the rule ${id} finds its example`, async (t) => {
    const findings = await findingsAfter(...located, toEdit(example));
    t.true(findings.some(({ rule }) => rule === id));
  });
}

function toEdit({ file, valid, broken }: Example) {
  if (broken === undefined) return remove(file);
  return valid === undefined ? write(file, broken) : replace(file, valid, broken);
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

test.serial('each rule says what is wrong and what to do', async (t) => {
  const messages: string[] = [];
  const rowsOf = new Map(ruleRows);
  for (const { id, example } of allRules) {
    const edits = example
      ? [...located, toEdit(example)]
      : (rowsOf.get(id)?.find(hasFinding)?.edits ?? []);
    const found = (await findingsAfter(...edits)).find(({ rule }) => rule === id);
    if (found !== undefined) messages.push(`${id}: ${found.message}`);
  }
  t.snapshot(messages.sort().join('\n'));
});

/**
 * Ids of the rules about the catalogue, which are applied after products are rendered. Content that violates them must
 * be rendered without an error, so test cases of each are compiled; of the other rules, one for each table.
 */
const appliedLast: ReadonlySet<string> = new Set(catalogueRules.map(({ id }) => id));

test.serial('a build fails for exactly the errors of a check, and reports the same', async (t) => {
  const out = await makeFolder(t);
  const firsts = tables.map((table) => Object.keys(table)[0]);
  for (const [rule, rows] of ruleRows) {
    const count = appliedLast.has(rule) ? 2 : Number(firsts.includes(rule));
    for (const { edits, verb, what } of rows.slice(0, count)) {
      await withEdits(edits, async (content) => {
        const findings = await findingsIn(content, checkedDay);
        const isFaulty = findings.some(({ severity }) => severity === 'error');
        const expected = { outcome: isFaulty ? 'ContentError' : 'release', findings };
        t.deepEqual(await compileAt(content, out), expected, `${rule}: ${verb} ${what}`);
      });
    }
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
