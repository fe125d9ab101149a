import { priceNotAMarkdown } from '../../../../build/rules/price/not-a-markdown.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('a regular price above the price passes', async (t) => {
  t.deepEqual(await findInFixture(priceNotAMarkdown), []);
});

for (const regular of ['8020.00', '8019.99']) {
  test(`a regular price of ${regular} is told beside a price of 8020.00`, async (t) => {
    const edit = replacing('prices/msrp.csv', '8025.00', regular);
    t.deepEqual((await findAfter(t, priceNotAMarkdown, edit)).map(inShort), [
      `prices/msrp.csv:8:22 the regular price ${regular} is not above the price 8020.00; leave it empty where there is no markdown`,
    ]);
  });
}

test('a regular net price is held against its net price', async (t) => {
  const edit = replacing('prices/net-A1.csv', '7957.31', '7900.00');
  const findings = await findAfter(t, priceNotAMarkdown, edit);
  t.deepEqual(
    findings.map(({ file, line }) => [file, line]),
    [['prices/net-A1.csv', 8]],
  );
});
