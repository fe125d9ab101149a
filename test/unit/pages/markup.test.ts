/** The pages of a release as files: valid, with a unique title, and French ones without English texts. */
import test from 'ava';
import { markupFaults } from '../../helpers/markup.ts';
import { pageFacts, renderPages } from '../../helpers/page-facts.ts';

let pages: [path: string, text: string][];
test.before('the pages are rendered', async () => {
  const files = await renderPages(await pageFacts());
  pages = [...files].filter(([path]) => path.endsWith('.html'));
});

test('every page is valid HTML', async (t) => {
  t.true(pages.length > 15);
  for (const [page, text] of pages) t.deepEqual(await markupFaults(text), [], page);
});

test('every page has a unique title and description', (t) => {
  const seen = new Map<string, string>();
  for (const [page, text] of pages) {
    const [, language] = /<html lang="([^"]+)">/.exec(text) ?? [];
    const [, title] = /<title>([^<]+)<\/title>/.exec(text) ?? [];
    const [, description] = /<meta name="description" content="([^"]{20,})">/.exec(text) ?? [];
    t.truthy(title && description, page);
    const key = `${language} ${title} ${description}`;
    t.is(seen.get(key), undefined, `${page} says the same as ${seen.get(key)}`);
    seen.set(key, page);
  }
});

test('English texts on French pages are marked as English', (t) => {
  const ofLanguage = (pattern: RegExp) =>
    pages.filter(([, text]) => pattern.test(text)).flatMap(([, text]) => textsIn(text));
  const english = new Set(ofLanguage(/<html lang="en/));
  const french = ofLanguage(/<html lang="fr/);
  t.true(english.size > 100 && french.length > 100);
  t.deepEqual(
    // Names of standards, which end with a version, are the same.
    french.filter((text) => english.has(text) && !/ \d\.\d\.\d$/.test(text)),
    [],
  );
});

/** Returns the texts with two adjacent words, except in code and in elements marked as English. */
function textsIn(page: string): string[] {
  const unmarked = page
    .replace(/<(code|pre|script)\b[\s\S]*?<\/\1>/g, '<>')
    .replace(/<(\w+)[^>]* lang="en[^>]*>[\s\S]*?<\/\1>/g, (all, name) =>
      name === 'html' ? all : '<>',
    );
  const read = / (?:aria-label|title|alt|placeholder|data-[\w-]+)="([^"]+)"|>([^<]+)</g;
  const texts = Array.from(
    unmarked.matchAll(read),
    ([, attribute, text]) => attribute ?? text ?? '',
  );
  return texts.map((text) => text.trim()).filter((text) => /\p{Ll}{2,} \p{L}{2,}/u.test(text));
}
