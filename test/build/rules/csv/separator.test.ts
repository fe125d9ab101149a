import { separator } from '../../../../build/rules/csv/separator.ts';
import { findAllAfter, findInFixture, inShort, rewriting } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('tables separated by commas pass', async (t) => {
  t.deepEqual(await findInFixture(separator), []);
});

const marks = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
] as const;

for (const [mark, name] of marks) {
  test(`a table separated by ${name} is told once, and not guessed at`, async (t) => {
    const french = (text: string) => text.replaceAll(',', mark).replaceAll('.', ',');
    const findings = await findAllAfter(t, rewriting('prices/msrp.csv', french));
    t.deepEqual(findings.map(inShort), [
      `prices/msrp.csv:1:1 columns are separated by ${name}; they have to be separated by commas, and prices take a decimal point`,
    ]);
  });
}

test('a table whose lines end in a lone carriage return is told once', async (t) => {
  const edit = rewriting('inventory.csv', (text) => text.replaceAll('\n', '\r'));
  t.deepEqual((await findAllAfter(t, edit)).map(inShort), [
    'inventory.csv:1:24 lines end as “CSV (Macintosh)” has them, so that the whole table is one; save as “CSV UTF-8”',
  ]);
});
