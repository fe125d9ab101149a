/**
 * Runs the test cases of all rules (`tables/`): each rule has the expected findings in edited fixture content. To run
 * those of one rule: `npx ava test/unit.test.ts --match='the rule price/rising has *'`.
 */
import test from 'ava';
import { allRules, catalogueRules } from '../../../../../build/check/rules/index.ts';
import { compile } from '../../../../../build/compile.ts';
import { ContentError } from '../../../../../build/content/findings/finding.ts';
import { baseUrl, findingsIn, makeFolder } from '../../../../helpers/content.ts';
import { checkedDay, findingsAfter, withEdits } from './edited-content.ts';
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

/** Rules that an edit of a file's text cannot violate; they have their own tests. */
const testedElsewhere = ['file/symbolic-link', 'file/unfinished-edit'];

test('every rule has a test case with a finding, and its id once in the sorted list', (t) => {
  const tested = ruleRows
    .filter(([, rows]) => rows.some(({ expected }) => expected.length > 0))
    .map(([rule]) => rule);
  t.deepEqual(
    [...tested, ...testedElsewhere].sort(),
    allRules.map(({ id }) => id),
  );
  t.is(tested.length, ruleRows.length);
});

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
  for (const [rule, rows] of ruleRows) {
    const row = rows.find(({ expected }) => expected.length > 0);
    const findings = await findingsAfter(...(row?.edits ?? []));
    const found = findings.find((finding) => finding.rule === rule);
    messages.push(`${rule}: ${found?.message}`);
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
