/** The decisions in docs/decisions have one form, and references to them lead to one that exists. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import fastGlob from 'fast-glob';

const folder = 'docs/decisions';

/** A page: lines of at most 120 characters, but for tables. */
const maxLines = 60;
const maxWords = 720;

const decisions = readdirSync(folder)
  .filter((name) => /^\d\d-/.test(name))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

test('each decision has a context, a decision and consequences, in this order', (t) => {
  t.true(decisions.length > 0);
  for (const { name, text } of decisions) {
    const parts = [...text.matchAll(/^\*\*(Context|Decision|Consequences)\b/gm)].map(
      ([, part]) => part,
    );
    t.deepEqual([...new Set(parts)], ['Context', 'Decision', 'Consequences'], name);
    t.is(parts.filter((part) => part !== 'Decision').length, 2, name);
  }
});

test('each decision is at most a page', (t) => {
  for (const { name, text } of decisions) {
    t.true(text.split('\n').length <= maxLines, name);
    t.true(text.split(/\s+/).length <= maxWords, name);
  }
});

test('the list of decisions has the title of each', (t) => {
  const listed = [
    ...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^- \[(.*)\]\((.*)\)$/gm),
  ];
  t.deepEqual(
    listed.map(([, title, name]) => ({ name, title: `# ${title}` })),
    decisions.map(({ name, text }) => ({ name, title: text.split('\n', 1)[0] ?? '' })),
  );
});

test('every decision that a text or a comment names exists', async (t) => {
  const numbers = new Set(decisions.map(({ name }) => Number(name.slice(0, 2))));
  const files = await fastGlob(
    ['*.md', '{bench,build,console,contract,docs,editing,infra,pages}/**', '.ci/*'].concat(
      '{pricing-service,quality,redis,releases,sync,test}/**',
    ),
    { ignore: ['**/*.{png,jpg,webp,avif,ico,zip,gz,br}'] },
  );
  const named = files.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /\b[Dd]ecisions?[\s*#/]+(\d+)\b(?:,\s*(\d+)\b)?(?:\s+and\s+(\d+)\b)?/g,
      ),
    ].flatMap(([, ...found]) =>
      found.flatMap((number) => (number === undefined ? [] : [{ file, number: Number(number) }])),
    ),
  );
  t.true(named.length > 100);
  t.deepEqual(
    named.filter(({ number }) => !numbers.has(number)),
    [],
  );
});
