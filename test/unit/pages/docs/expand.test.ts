import test from 'ava';
import { expand, fillSample } from '../../../../pages/docs/expand.ts';

const input = { baseUrl: 'https://api.example.test', locale: 'fr-CA', sku: 'TEE-1' } as const;
const samples = new Map(
  ['sh', 'mjs', 'py', 'php'].map((ending) => [
    `read.${ending}`,
    `get https://catalogue.example/v1/products/SKU-TO-READ?locale=en-CA ${ending}\n`,
  ]),
);

const expansion = {
  input,
  values: { quota: 600 },
  samples,
  outputs: new Map([['read.py', { format: 'text', text: 'got it' } as const]]),
};

test('a placeholder is replaced by its value, and an unknown one is an error that names it', (t) => {
  t.is(expand('{{quota}} a minute', expansion), '600 a minute');
  t.throws(() => expand('{{qouta}}', expansion), { message: /qouta/ });
});

test('a sample is shown in every programming language, with the base URL, SKU and locale of the page', (t) => {
  const text = expand('{{sample read}}', expansion);
  t.deepEqual(
    [...text.matchAll(/^```(\w+) sample=read$/gm)].map(([, language]) => language),
    ['curl', 'js', 'python', 'php'],
  );
  t.true(text.includes('get https://api.example.test/v1/products/TEE-1?locale=fr-CA py\n```'));
  t.throws(() => expand('{{sample write}}', expansion), { message: /write\.sh/ });
});

test('the output of a sample is shown below its code, or alone', (t) => {
  const output = '```text sample=read of=python\ngot it\n```';
  t.true(expand('{{sample read}}', expansion).includes(`py\n\`\`\`\n\n${output}\n\n\`\`\`php`));
  t.is(expand('{{answer read}}', expansion), output);
});

test('the sample that tests run equals the sample shown', (t) => {
  const shown = expand('{{sample read}}', expansion);
  for (const code of samples.values()) t.true(shown.includes(fillSample(code, input).trim()));
});
