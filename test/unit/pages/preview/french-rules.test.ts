import test from 'ava';
import { allRules } from '../../../../build/check/rules/index.ts';
import { frenchRules } from '../../../../pages/preview/client/french-rules/index.ts';

test('every content rule has French texts, and every French text belongs to a rule', (t) => {
  t.deepEqual(
    Object.keys(frenchRules).sort(),
    allRules.map(({ id }) => id),
  );
});
