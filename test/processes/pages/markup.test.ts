/**
 * The pages of a release as files: their HTML is valid, each has a description, and French pages are in
 * French.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { parseDocument } from 'htmlparser2';
import { addresses, pageFile } from '../../../pages/docs/addresses.ts';
import { openDocs } from '../../../pages/docs/open-docs.ts';
import { shell } from '../../../pages/preview/server/shell.ts';
import { deploy } from '../../../releases/deploy/deploy.ts';
import { baseUrl, fixtureContent, makeFolder } from '../../helpers/content.ts';
import { markupFaults } from '../../helpers/markup.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';

type Node = ReturnType<typeof parseDocument>['children'][number];

const atEnd = collectTeardowns();
let folder: string;
test.before(async () => {
  folder = join(await makeFolder(atEnd), 'dist');
  await deploy({ content: fixtureContent, out: folder, baseUrl, pages: await openDocs() });
});
test.after.always(() => atEnd.run());

const read = (file: string) => readFile(join(folder, 'current', file), 'utf8');

async function listPages(): Promise<readonly string[]> {
  const files = await readdir(join(folder, 'current', 'public'), { recursive: true });
  return files.filter((file) => file.endsWith('.html')).map((file) => join('public', file));
}

test.serial('every page is valid HTML', async (t) => {
  const pages = await listPages();
  t.true(pages.length > 15);
  for (const page of pages) t.deepEqual(await markupFaults(await read(page)), [], page);
});

test.serial(
  'every page and the preview have the width of the screen, and are not scaled',
  async (t) => {
    const released = (await listPages()).map(async (page) => [page, await read(page)] as const);
    for (const [page, text] of [['preview', shell] as const, ...(await Promise.all(released))]) {
      const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">';
      t.true(text.includes(viewport), page);
    }
  },
);

test.serial('the validator reports invalid HTML', async (t) => {
  const faults = await markupFaults(
    '<!doctype html><html lang="en"><title>a</title><p><div></div>',
  );
  t.regex(faults.join('\n'), /div/);
});

test.serial('every page has a unique title and description', async (t) => {
  const seen = new Map<string, string>();
  for (const page of await listPages()) {
    const html = await read(page);
    const [, title = ''] = /<title>([^<]+)<\/title>/.exec(html) ?? [];
    const [, description = ''] = /<meta name="description" content="([^"]{20,})">/.exec(html) ?? [];
    t.not(title, '', page);
    t.not(description, '', page);
    const [, language = ''] = /<html lang="([^"]+)">/.exec(html) ?? [];
    const key = `${language} ${title} ${description}`;
    t.is(seen.get(key), undefined, `${page} says the same as ${seen.get(key)}`);
    seen.set(key, page);
  }
});

test.serial('English texts on French pages are marked as English', async (t) => {
  const pairs = [
    ...Object.values(addresses).map(({ en, fr }) => [pageFile(en), pageFile(fr)] as const),
    ['public/not-found.en.html', 'public/not-found.fr.html'] as const,
  ];
  for (const [english, french] of pairs) {
    const known = new Set(textsOf(parseDocument(await read(english)).children));
    t.true(known.size > 4, english);
    const untranslated = textsOf(parseDocument(await read(french)).children).filter((text) =>
      known.has(text),
    );
    t.deepEqual([...new Set(untranslated)], [], french);
  }
});

/** Attributes that people read or hear. */
const spoken = ['aria-label', 'title', 'alt', 'placeholder'];

/**
 * Returns all texts and attribute values with at least two words, except in code and in elements marked as
 * English.
 */
function textsOf(nodes: readonly Node[]): readonly string[] {
  return nodes.flatMap((node): readonly string[] => {
    if (node.type === 'text') return hasWords(node.data) ? [node.data.trim()] : [];
    if (!('attribs' in node)) return [];
    const { lang = '' } = node.attribs;
    const isMarked = node.name !== 'html' && /^en\b/.test(lang);
    if (isMarked || ['code', 'pre', 'script'].includes(node.name)) return [];
    const attributes = Object.entries(node.attribs)
      .filter(([name]) => spoken.includes(name) || name.startsWith('data-'))
      .map(([, value]) => value)
      .filter(hasWords);
    return [...attributes, ...textsOf(node.children)];
  });
}

/** Returns true if a text contains two adjacent words. */
function hasWords(text: string): boolean {
  return /\p{Ll}{2,} \p{L}{2,}/u.test(text);
}
