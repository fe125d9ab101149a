import { wrongValue } from '../../../../build/rules/shape/wrong-value.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('values of their fields’ forms pass', async (t) => {
  t.deepEqual(await findInFixture(wrongValue), []);
});

const tee = 'products/TEE-1.json';
const notAllowed = 'is not one of the values that are allowed here';
const notId = 'is not an id: use lower-case letters, digits and hyphens';
const notHex = 'is not a hex colour such as #1F3A5F';
const notPicture =
  'is neither a picture below content/assets (.svg, .png, .jpg, .jpeg, .webp) nor an https URL';

const notUrl = 'is not an absolute https URL';
const notFilledIn = 'is not filled in here';

const slips = [
  [tee, '"CA"', '"Canada"', `55:5 "Canada" ${notAllowed}`],
  [tee, '"TEE-1"', '"Tee 1"', '2:10 "Tee 1" is not a SKU: upper-case letters, digits, . _ -'],
  [tee, '"acme"', '"Acme"', `41:12 "Acme" ${notId}`],
  [tee, 'Runs small.', '', '37:11 "" is empty; write the text or leave the field out'],
  [tee, '19.5', '119.5', '120:21 119.5 has to be 100 or less'],
  [tee, '"quantity": 12', '"quantity": 0', '59:17 0 has to be more than 0'],
  ['products/USA-4.json', '"US"', '', '19:14 [] has to hold 1 or more'],
  ['size-charts.json', '90', '1e308', '21:11 1e+308 has to be 10000 or less'],
  ['tags.json', '"rank": "new"', '"rank": "newest"', `15:15 "newest" ${notAllowed} [new]`],
  ['colors.json', '#1B2745', '#1B274', `37:9 "#1B274" ${notHex}`],
  ['colors.json', '#2457A6', 'blue', `8:14 "blue" ${notHex}`],
  [
    'decorations.json',
    'https:',
    'http:',
    `28:15 "http://cdn.example.test/print.svg" ${notPicture}`,
  ],
  ['decorations.json', 'https:', '', `28:15 "//cdn.example.test/print.svg" ${notPicture}`],
  ['decorations.json', 'icons/', '../icons/', `13:15 "../icons/embroidery.svg" ${notPicture}`],
  [
    'catalogue.json',
    'https://shop',
    'shop',
    `5:13 "shop.example.test/ca/product/{slug}" ${notUrl}`,
  ],
  ['catalogue.json', '"A3"\n', '"A1"\n', '29:7 "A1" is there already; each tier stands once'],
  ['catalogue.json', '{slug}', '{slog}', `5:13 "{slog}" ${notFilledIn} [{slug}]`],
  ['catalogue.json', 'brand/{brand}', 'brand/{slug}', `10:13 "{slug}" ${notFilledIn}`],
  [
    'catalogue.json',
    '{product}, {color}',
    '{product}, { color }',
    `47:13 "{ color }" ${notFilledIn} [{color}]`,
  ],
  ['catalogue.json', '{product} in', '{product in', `43:13 "{" ${notFilledIn}`],
  [
    'products/HOOD-2.json',
    '{quantity}',
    '{quantiy}',
    `27:13 "{quantiy}" ${notFilledIn} [{quantity}]`,
  ],
  ['products/JER-3.json', '{product} is', '{name} is', `28:11 "{name}" ${notFilledIn}`],
] as const;

for (const [file, right, wrong, told] of slips) {
  test(`a value of another form is told with its own: ${told}`, async (t) => {
    const findings = await findAfter(t, wrongValue, replacing(file, right, wrong));
    t.deepEqual(findings.map(inShort), [`${file}:${told}`]);
  });
}

test('a number that no program can hold is told in open content too', async (t) => {
  const file = 'products/HOOD-2.json';
  for (const beyond of ['1e999', '{ "from": [-1e999] }']) {
    const edit = replacing(file, '"id": "panels"', `"id": ${beyond}`);
    const findings = await findAfter(t, wrongValue, edit);
    t.deepEqual(findings.map(inShort), [`${file}:44:15 holds a number that is too large`]);
  }
});

test('where there is a list of values or words, it is given', async (t) => {
  const edit = replacing('tags.json', '"rank": "new"', '"rank": "newest"');
  const [finding] = await findAfter(t, wrongValue, edit);
  t.deepEqual(finding?.allowed, ['best-seller', 'new', 'other']);
  const template = replacing('catalogue.json', '{slug}', '{}');
  const [inTemplate] = await findAfter(t, wrongValue, template);
  t.deepEqual(inTemplate?.allowed, ['{slug}', '{brand}', '{category}']);
});
