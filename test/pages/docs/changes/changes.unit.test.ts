import { readFile } from 'node:fs/promises';
import test from 'ava';
import { Parser } from 'htmlparser2';
import { renderChanges, renderFeed } from '../../../../pages/docs/changes/changes-page.ts';
import { parseChangelog } from '../../../../pages/docs/changes/parse-changelog.ts';
import { baseUrl } from '../../../helpers/content.ts';

const text = `# Changelog

For clients.

## Unreleased

### Added

- A \`new\` field.

### Fixed

- An old fault.

## 1.1.0 – 2026-12-24

### Changed

- Less & more.

## 1.0.0 – 2026-11-21

### Added

- All of it.
`;

test('the changelog is parsed into versions with date and changes by kind, newest first', (t) => {
  const { introduction, versions } = parseChangelog(text);
  t.is(introduction, 'For clients.');
  t.deepEqual(versions, [
    {
      name: 'Unreleased',
      date: undefined,
      groups: [
        { kind: 'Added', markdown: '- A `new` field.' },
        { kind: 'Fixed', markdown: '- An old fault.' },
      ],
    },
    {
      name: '1.1.0',
      date: '2026-12-24',
      groups: [{ kind: 'Changed', markdown: '- Less & more.' }],
    },
    { name: '1.0.0', date: '2026-11-21', groups: [{ kind: 'Added', markdown: '- All of it.' }] },
  ]);
});

test('an invalid heading is an error, so that no version is lost', (t) => {
  for (const heading of ['1.1', '1.1.0', '1.1.0 - 2026-12-24', 'Unreleased – 2026-12-24']) {
    t.throws(() => parseChangelog(`# Changelog\n\n## ${heading}\n`), { message: /cannot read/ });
  }
});

test('an entry outside of a known group is an error, so that no change is lost', (t) => {
  for (const [body, message] of [
    ['- A field.', /in no group/],
    ['### Improved\n\n- A field.', /none of Added/],
  ] as const) {
    t.throws(() => parseChangelog(`# Changelog\n\n## Unreleased\n\n${body}\n`), { message });
  }
});

test('in French, headings are French and entries are marked as English', (t) => {
  const page = renderChanges(parseChangelog(text), 'fr').text;
  t.regex(page, /<h3 id="unreleased-fixed">Corrections<\/h3>\n<div lang="en">\n<ul>\n<li>An old/);
});

test('the page has every version; the feed has those with a date and is dated by the newest', (t) => {
  const changelog = parseChangelog(text);
  const page = renderChanges(changelog, 'en').text;
  t.deepEqual(
    [...page.matchAll(/<h2 id="(.+?)"/g)].map(([, id]) => id),
    ['unreleased', 'v1-1-0', 'v1-0-0'],
  );
  const elements = elementsOf(renderFeed(changelog, { name: 'A & B', baseUrl }));
  t.is(elements[0]?.name, 'feed');
  const textsOf = (name: string) =>
    elements.filter((element) => element.name === name).map((element) => element.text);
  t.deepEqual(textsOf('updated'), [
    '2026-12-24T00:00:00Z',
    '2026-12-24T00:00:00Z',
    '2026-11-21T00:00:00Z',
  ]);
  t.deepEqual(textsOf('title'), ['A & B: changes', '1.1.0', '1.0.0']);
  t.deepEqual(textsOf('content'), [
    '<p><strong>Changed</strong></p>\n<ul>\n<li>Less &amp; more.</li>\n</ul>\n',
    '<p><strong>Added</strong></p>\n<ul>\n<li>All of it.</li>\n</ul>\n',
  ]);
  t.is(new Set(textsOf('id')).size, 3);
});

test('in the changelog of the API, each change is one item: no later line of it begins like an item', async (t) => {
  const { versions } = parseChangelog(await readFile('CHANGELOG.md', 'utf8'));
  t.true(versions.length >= 2);
  for (const { markdown } of versions.flatMap(({ groups }) => groups)) {
    t.regex(markdown, /^- /);
    t.deepEqual(markdown.match(/^ +(?:\d+[.)]|[-+*])(?: .*)?$/gm), null);
  }
});

/**
 * Returns the elements of an XML document in order, each with its own text but not that of elements within
 * it.
 */
function elementsOf(xml: string): { readonly name: string; text: string }[] {
  const elements: { name: string; text: string }[] = [];
  const open: { name: string; text: string }[] = [];
  const parser = new Parser(
    {
      onopentag(name) {
        const element = { name, text: '' };
        elements.push(element);
        open.push(element);
      },
      ontext(part) {
        const current = open.at(-1);
        if (current) current.text += part;
      },
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return elements;
}
