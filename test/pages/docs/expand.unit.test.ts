import test from 'ava';
import { expand, sampleText } from '../../../pages/docs/expand.ts';

const subject = { baseUrl: 'https://api.example.test', locale: 'fr-CA', sku: 'TEE-1' } as const;
const samples = new Map(
  ['sh', 'mjs', 'py', 'php'].map((ending) => [
    `read.${ending}`,
    `get https://catalogue.example/v1/products/SKU-TO-READ?locale=en-CA ${ending}\n`,
  ]),
);

const expansion = {
  subject,
  facts: { quota: 600 },
  samples,
  answers: new Map([['read.py', { mark: 'text', text: 'got it' } as const]]),
};

test('a named fact is inserted into a text, and an unknown one is an error with its name', (t) => {
  t.is(expand('{{quota}} a minute', expansion), '600 a minute');
  t.throws(() => expand('{{qouta}}', expansion), { message: /qouta/ });
});

test('a sample is shown in every language, with the address, a product and the locale of the page', (t) => {
  const text = expand('{{sample read}}', expansion);
  t.deepEqual(
    [...text.matchAll(/^```(\w+) sample=read$/gm)].map(([, language]) => language),
    ['curl', 'js', 'python', 'php'],
  );
  t.true(text.includes('get https://api.example.test/v1/products/TEE-1?locale=fr-CA py\n```'));
  t.throws(() => expand('{{sample write}}', expansion), { message: /write\.sh/ });
});

test('what a sample prints is shown below it, or alone', (t) => {
  const answer = '```text sample=read of=python\ngot it\n```';
  t.true(expand('{{sample read}}', expansion).includes(`py\n\`\`\`\n\n${answer}\n\n\`\`\`php`));
  t.is(expand('{{answer read}}', expansion), answer);
});

test('the sample that tests run is the one shown', (t) => {
  const shown = expand('{{sample read}}', expansion);
  for (const code of samples.values()) t.true(shown.includes(sampleText(code, subject).trim()));
});
