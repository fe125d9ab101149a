import test from 'ava';
import { expand, sampleText } from '../../../pages/docs/expand.ts';

const facts = { baseUrl: 'https://api.example.test', locale: 'fr-CA', sku: 'TEE-1', quota: 600 };
const samples = new Map(
  ['sh', 'mjs', 'py', 'php'].map((ending) => [
    `read.${ending}`,
    `get https://catalogue.example/v1/products/SKU-TO-READ?locale=en-CA ${ending}\n`,
  ]),
);

test('a named fact is inserted into a text, and an unknown one is an error with its name', (t) => {
  t.is(expand('{{quota}} a minute', facts, samples), '600 a minute');
  t.throws(() => expand('{{qouta}}', facts, samples), { message: /qouta/ });
});

test('a sample is shown in every language, with the address, a product and the locale of the page', (t) => {
  const text = expand('{{sample read}}', facts, samples);
  t.deepEqual(
    [...text.matchAll(/^```(\w+) sample=read$/gm)].map(([, language]) => language),
    ['curl', 'js', 'python', 'php'],
  );
  t.true(text.includes('get https://api.example.test/v1/products/TEE-1?locale=fr-CA py\n```'));
  t.throws(() => expand('{{sample write}}', facts, samples), { message: /write\.sh/ });
});

test('the sample that tests run is the one shown', (t) => {
  const shown = expand('{{sample read}}', facts, samples);
  for (const code of samples.values()) t.true(shown.includes(sampleText(code, facts).trim()));
});
