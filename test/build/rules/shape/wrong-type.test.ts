import { wrongType } from '../../../../build/rules/shape/wrong-type.ts';
import {
  findAfter,
  findAllAfter,
  findInFixture,
  inShort,
  replacing,
  writing,
} from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const file = 'products/TEE-1.json';

test('values of their fields’ types pass', async (t) => {
  t.deepEqual(await findInFixture(wrongType), []);
});

const slips = [
  ['"acme"', '7', '41:12 7 has to be a text in double quotes'],
  ['"acme"', '["acme"]', '41:12 ["acme"] has to be a text in double quotes'],
  ['"acme"', 'null', '41:12 null has to be a text in double quotes'],
  [
    '"percentage": 30',
    '"percentage": "30,5"',
    '112:21 "30,5" has to be a number without quotes: 30.5',
  ],
  ['"quantity": 12', '"quantity": 1e999', '59:17 the number is too large'],
  ['"quantity": 12', '"quantity": 12.5', '59:17 12.5 has to be a whole number without quotes'],
  ['"studio": true', '"studio": "yes"', '61:13 "yes" has to be true or false, without quotes'],
] as const;

for (const [right, wrong, told] of slips) {
  test(`a value of another type is told with the one it has to be of: ${wrong}`, async (t) => {
    const findings = await findAllAfter(t, replacing(file, right, wrong));
    t.deepEqual(findings.map(inShort), [`${file}:${told}`]);
  });
}

test('a file that holds no object is told as a whole', async (t) => {
  const findings = await findAfter(t, wrongType, writing(file, '["TEE-1"]'));
  t.deepEqual(findings.map(inShort), [`${file}:1:1 ["TEE-1"] has to be an object in { }`]);
});

test('a long value is cut', async (t) => {
  const long = JSON.stringify(Array.from({ length: 100 }, () => 'x'));
  const [finding] = await findAfter(t, wrongType, replacing(file, '"acme"', long));
  t.regex(finding?.message ?? '', /^\["x".{30,40}… has to be a text/);
});
