import { readFile } from 'node:fs/promises';
import test from 'ava';
import { Parser } from 'htmlparser2';
import { apiName } from '../../../../../contract/openapi/document.ts';
import { renderChanges, renderFeed } from '../../../../../pages/docs/changes/changes-page.ts';
import { parseChangelog } from '../../../../../pages/docs/changes/parse-changelog.ts';
import { baseUrl } from '../../../../helpers/content.ts';

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
  const { introduction, versions } = parseChangelog(text, 'CHANGELOG.md');
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
    t.throws(() => parseChangelog(`# Changelog\n\n## ${heading}\n`, 'CHANGELOG.md'), {
      message: /cannot read/,
    });
  }
});

test('an entry outside of a known group is an error, so that no change is lost', (t) => {
  for (const [body, message] of [
    ['- A field.', /in no group/],
    ['### Improved\n\n- A field.', /is not one of Added/],
  ] as const) {
    t.throws(() => parseChangelog(`# Changelog\n\n## Unreleased\n\n${body}\n`, 'CHANGELOG.md'), {
      message,
    });
  }
});

test('the page and the feed in French have French headings, and lead to the French page', (t) => {
  const changelog = parseChangelog(text, 'changelog.fr.md');
  t.regex(renderChanges(changelog, 'fr').text, /<h3 id="unreleased-fixed">Corrections<\/h3>\n<ul>/);
  const feed = renderFeed(changelog, 'fr', baseUrl);
  t.regex(feed, /xml:lang="fr-CA"/);
  t.regex(feed, /&lt;strong&gt;Modifications&lt;/);
  t.regex(feed, /rel="self" .*\/docs\/fr\/changements\.atom"/);
  t.regex(feed, /rel="alternate" .*\/docs\/fr\/changements#v1-1-0"/);
});

test('the changelog in French has the versions, groups and codes of the changelog of the API', async (t) => {
  const read = async (file: string) =>
    parseChangelog(await readFile(file, 'utf8'), file).versions.map(({ groups, ...version }) => ({
      ...version,
      groups: groups.map(({ kind, markdown }) => ({ kind, entries: codesOf(markdown) })),
    }));
  t.deepEqual(
    await read('pages/docs/changes/changelog.fr.md'),
    await read('CHANGELOG.md'),
    'change both changelogs, entry by entry',
  );
});

test('the page has every version; the feed has those with a date and is dated by the newest', (t) => {
  const changelog = parseChangelog(text, 'CHANGELOG.md');
  const page = renderChanges(changelog, 'en').text;
  t.deepEqual(
    [...page.matchAll(/<h2 id="(.+?)"/g)].map(([, id]) => id),
    ['unreleased', 'v1-1-0', 'v1-0-0'],
  );
  const elements = elementsOf(renderFeed(changelog, 'en', baseUrl));
  t.is(elements[0]?.name, 'feed');
  const textsOf = (name: string) =>
    elements.filter((element) => element.name === name).map((element) => element.text);
  t.deepEqual(textsOf('updated'), [
    '2026-12-24T00:00:00Z',
    '2026-12-24T00:00:00Z',
    '2026-11-21T00:00:00Z',
  ]);
  t.deepEqual(textsOf('title'), [`Changes · ${apiName}`, '1.1.0', '1.0.0']);
  t.deepEqual(textsOf('content'), [
    '<p><strong>Changed</strong></p>\n<ul>\n<li>Less &amp; more.</li>\n</ul>\n',
    '<p><strong>Added</strong></p>\n<ul>\n<li>All of it.</li>\n</ul>\n',
  ]);
  t.is(new Set(textsOf('id')).size, 3);
});

test('in the changelogs of the API, each change is one item: no later line of it begins like an item', async (t) => {
  for (const file of ['CHANGELOG.md', 'pages/docs/changes/changelog.fr.md']) {
    const { versions } = parseChangelog(await readFile(file, 'utf8'), file);
    t.true(versions.length >= 2);
    for (const { markdown } of versions.flatMap(({ groups }) => groups)) {
      t.regex(markdown, /^- /);
      t.deepEqual(markdown.match(/^ +(?:\d+[.)]|[-+*])(?: .*)?$/gm), null);
    }
  }
});

/** Returns for each entry of a Markdown list the codes in it, sorted: two languages may name them in another order. */
function codesOf(markdown: string): readonly (readonly string[])[] {
  return markdown.split(/\n(?=- )/).map((entry) => (entry.match(/`[^`]+`/g) ?? []).sort());
}

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
