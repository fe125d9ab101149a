import { fellBack } from '../../../../build/rules/translation/fell-back.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const tee = 'products/TEE-1.json';
const french = replacing(tee, ',\n    "fr": "Taille petit."', '');
const fallingBack = (languages: string) =>
  replacing(
    'catalogue.json',
    '"defaultLocale"',
    `"fallbackLanguage": ${languages}, "defaultLocale"`,
  );

test('texts in the languages of their locales are fine, with a fallback language or without', async (t) => {
  t.deepEqual(await findInFixture(fellBack), []);
  t.deepEqual(await findAfter(t, fellBack, fallingBack('{ "fr": "en", "en": "fr" }')), []);
});

test('a text of the fallback language is a warning that names locale and text', async (t) => {
  const findings = await findAfter(t, fellBack, french, fallingBack('{ "fr": "en" }'));
  t.deepEqual(findings.map(inShort), [
    'products/TEE-1.json:36:3 fr-CA shows this in another language; add "fr"',
  ]);
  t.is(findings[0]?.severity, 'warning');
});

test('every text is told, where it is written', async (t) => {
  const findings = await findAfter(
    t,
    fellBack,
    french,
    replacing(tee, '"fr": "Un tee-shirt."', '"en-CA": "English"'),
    fallingBack('{ "fr": "en" }'),
  );
  t.deepEqual(
    findings.map(({ file, path }) => `${file} ${path}`),
    [`${tee} descriptions.short`, `${tee} note`],
  );
});

test('each locale of a language that takes another’s text is named', async (t) => {
  const edit = replacing(tee, '"en": "Runs small.",', '');
  const findings = await findAfter(t, fellBack, edit, fallingBack('{ "en": "fr" }'));
  t.deepEqual(
    findings.map(({ message }) => message),
    ['en-CA and en-US show this in another language; add "en"'],
  );
});

test('what is missing without a fallback language is left to the rule about that', async (t) => {
  t.deepEqual(await findAfter(t, fellBack, french), []);
});

test('a product that is sold in the States only needs no French', async (t) => {
  const edit = replacing('products/USA-4.json', ',\n    "fr": "Tee-shirt des États"', '');
  t.deepEqual(await findAfter(t, fellBack, edit, fallingBack('{ "fr": "en" }')), []);
});
