/**
 * Runs the test cases of all rules (`tables/`): each rule has the expected findings in edited fixture content. To run
 * those of one rule: `npx ava test/build/check/rules/rules.unit.test.ts --match 'price/rising*'`.
 */
import test from 'ava';
import { allRules, catalogueRules } from '../../../../../build/check/rules/index.ts';
import { compile } from '../../../../../build/compile.ts';
import { ContentError } from '../../../../../build/content/findings/finding.ts';
import { baseUrl, findingsIn, makeFolder } from '../../../../helpers/content.ts';
import { checkedDay, findingsAfter, withEdits } from './edited-content.ts';
import { inShort, type Row } from './rule-rows.ts';
import { companies } from './tables/companies.ts';
import { csv } from './tables/csv.ts';
import { dates } from './tables/dates.ts';
import { fields } from './tables/fields.ts';
import { files } from './tables/files.ts';
import { json } from './tables/json.ts';
import { locations } from './tables/locations.ts';
import { pictures } from './tables/pictures.ts';
import { prices } from './tables/prices.ts';
import { products } from './tables/products.ts';
import { references } from './tables/references.ts';
import { sharedFiles } from './tables/shared-files.ts';
import { stock } from './tables/stock.ts';
import { surcharges } from './tables/surcharges.ts';
import { texts } from './tables/texts.ts';
import { translations } from './tables/translations.ts';
import { variants } from './tables/variants.ts';

const tables = [
  companies,
  csv,
  dates,
  fields,
  files,
  json,
  locations,
  pictures,
  prices,
  products,
  references,
  sharedFiles,
  stock,
  surcharges,
  texts,
  translations,
  variants,
];
const ruleRows = tables.flatMap((table) => Object.entries(table));

test.serial(
  'no rule has a finding in the fixture content, which every test case edits',
  async (t) => {
    t.deepEqual((await findingsAfter()).map(inShort), []);
  },
);

/** Rules that an edit of a file's text cannot violate; they have their own tests. */
const testedElsewhere = ['file/symbolic-link'];

test('every rule has a test case with a finding, and every test case names an existing rule', (t) => {
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
  for (const row of rows) {
    test.serial(`${rule}: ${row.verb} ${row.what}`, async (t) => {
      const findings = await findingsAfter(...row.edits);
      const found = isOfAllRules(row)
        ? findings
        : findings.filter((finding) => finding.rule === rule);
      t.deepEqual(
        found.map((finding) => `${finding.rule} ${inShort(finding)}`),
        row.expected.map((each) => `${rule} ${typeof each === 'string' ? each : each.is}`),
      );
      for (const [index, each] of row.expected.entries()) {
        if (typeof each === 'string') continue;
        const { is: _, ...members } = each;
        for (const [member, value] of Object.entries(members)) {
          t.deepEqual(found[index]?.[member as keyof typeof members], value, member);
        }
      }
    });
  }
}

/**
 * Ids of the rules about the catalogue, which are applied after products are rendered. Content that violates them must
 * be rendered without an error, so the content of each of their test cases is compiled. Errors of the other rules
 * prevent rendering, so the content of one test case of each is enough.
 */
const appliedLast: ReadonlySet<string> = new Set(catalogueRules.map(({ id }) => id));

test.serial('a build fails for exactly the errors of a check, and reports the same', async (t) => {
  const out = await makeFolder(t);
  for (const [rule, rows] of ruleRows) {
    for (const { edits, verb, what } of appliedLast.has(rule) ? rows : rows.slice(0, 1)) {
      await withEdits(edits, async (content) => {
        const findings = await findingsIn(content, checkedDay);
        const isFaulty = findings.some(({ severity }) => severity === 'error');
        const expected = { outcome: isFaulty ? 'ContentError' : 'release', findings };
        t.deepEqual(await compileAt(content, out), expected, `${rule}: ${verb} ${what}`);
      });
    }
  }
});

/**
 * Compiles content. Returns the findings, and the `outcome`: `release`, or the name of the error that `compile` throws,
 * such as `ContentError` for content with errors.
 */
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

function isOfAllRules({ verb }: Row): boolean {
  return verb === 'finds only' || verb === 'accepts';
}
