/** The pages of a release as files: valid and unique, with correct links, and with a search index. */
import test from 'ava';
import { addresses, pageFile, pageLanguages } from '../../../pages/docs/addresses.ts';
import { openDocs } from '../../../pages/docs/open-docs.ts';
import { type SearchEntry, searchAddress } from '../../../pages/docs/search.ts';
import type { Context } from '../../helpers/content.ts';
import { markupFaults } from '../../helpers/markup.ts';
import { fixtureProducts, pageFacts, renderPages } from '../../helpers/page-facts.ts';

let files: ReadonlyMap<string, string>;
let pages: [path: string, text: string][];
const htmlOf = (all: typeof files) => [...all].filter(([path]) => path.endsWith('.html'));

test.before('the pages are rendered', async () => {
  files = await renderPages(await pageFacts());
  pages = htmlOf(files);
});

test.serial('every page is valid HTML', async (t) => {
  t.true(pages.length > 15);
  for (const [page, text] of pages) t.deepEqual(await markupFaults(text), [], page);
});

test.serial('every page has a unique title and description', (t) => {
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

test.serial('English texts on French pages are marked as English', (t) => {
  const ofLanguage = (pattern: RegExp) =>
    pages.filter(([, text]) => pattern.test(text)).flatMap(([, text]) => textsIn(text));
  const english = new Set(ofLanguage(/<html lang="en/));
  const french = ofLanguage(/<html lang="fr/);
  t.true(english.size > 100 && french.length > 100);
  // Names of standards, which end with a version, are the same.
  const same = french.filter((text) => english.has(text) && !/ \d\.\d\.\d$/.test(text));
  t.deepEqual(same, []);
});

/** Returns the texts with two adjacent words, except in code and in elements marked as English. */
function textsIn(page: string): string[] {
  const unmarked = page
    .replace(/<(code|pre|script)\b[\s\S]*?<\/\1>/g, '<>')
    .replace(/<(?!html)(\w+)[^>]* lang="en[^>]*>[\s\S]*?<\/\1>/g, '<>');
  const read = / (?:aria-label|title|alt|placeholder|data-[\w-]+)="([^"]+)"|>([^<]+)</g;
  const texts = Array.from(unmarked.matchAll(read), ([, value, text]) => value ?? text ?? '');
  return texts.map((text) => text.trim()).filter((text) => /\p{Ll}{2,} \p{L}{2,}/u.test(text));
}

test.serial('every link begins with the path of the public address', async (t) => {
  const facts = await pageFacts();
  const site = { baseUrl: 'https://shop.example/a&b/catalogue' };
  const contexts = facts.contexts.map((context) => ({ ...context, site }));
  const moved = await renderPages({ ...facts, contexts });
  const outside = (text: string, pattern: RegExp, path: string) =>
    Array.from(text.matchAll(pattern), String).filter((link) => !link.includes(path));
  for (const [path, page] of htmlOf(moved)) {
    const tags = page.match(/<\w[^>]*>/g)?.join('\n') ?? '';
    t.true(tags.includes('="/a&amp;b/catalogue/'), path);
    t.deepEqual(outside(tags, / [\w-]+="\/[^"]+"/g, '="/a&amp;b/catalogue/'), [], path);
  }
  for (const [path, text] of moved) {
    if (!path.endsWith('.md')) continue;
    t.deepEqual(outside(text, /\]\(\/[^)]*/g, '](/a&b/catalogue/'), [], path);
  }
  for (const language of pageLanguages) {
    const entries = moved.get(`public${searchAddress(language)}`) ?? '';
    t.true(entries.includes('"/a&b/catalogue/docs/'));
    t.deepEqual(outside(entries, /"\/[^"]*docs[^"]*"/g, '"/a&b/catalogue/docs/'), []);
  }
});

test.serial('the search index has an entry for every page, heading, field and route', (t) => {
  for (const language of pageLanguages) {
    const module = files.get(`public${searchAddress(language)}`) ?? '';
    const entries = JSON.parse(module.replace(/^export default |;\n$/g, '')) as SearchEntry[];
    const found = entries.map(({ address }) => address);
    t.is(new Set(found).size, found.length, 'each once');
    const expected = Object.values(addresses).flatMap((byLanguage) => {
      const address = byLanguage[language];
      const html = files.get(pageFile(address)) ?? '';
      const ids = html.matchAll(/<(?:h[23]|th scope="row") id="([\w.-]+)"/g);
      // Header fields are in one entry, that of their table.
      const anchors = Array.from(ids, ([, id = '']) => id).filter((id) => !/^header-/.test(id));
      return [address, ...anchors.map((id) => `${address}#${id}`)];
    });
    t.true(expected.length > 250);
    t.deepEqual(
      expected.filter((address) => !found.includes(address)),
      [],
    );
    t.true(entries.every(({ title, page }) => title !== '' && page !== ''));
  }
});

test.serial('samples request the locale of their page, or one that has a product', async (t) => {
  for (const [language, address] of Object.entries(addresses.quickstart)) {
    const html = files.get(pageFile(address)) ?? '';
    const blocks = html.match(/<[^>]* data-sample=[\s\S]*?<\/pre>/g) ?? [];
    const locales = blocks.flatMap((block) => block.match(/\b[a-z]{2}-[A-Z]{2}\b/g) ?? []);
    t.deepEqual([...new Set(locales)], [language === 'fr' ? 'fr-CA' : 'en-CA']);
  }
  const american = (await fixtureProducts()).filter(({ markets }) => markets.includes('US'));
  const products = american.map((product) => ({ ...product, markets: ['US' as const] }));
  const text =
    (await renderPages(await pageFacts(products))).get('public/docs/fr/demarrage.md') ?? '';
  t.regex(text, /products\/HOOD-2\/pricing\?locale=en-US/);
});

test.serial(
  'the key of the pages changes exactly when something that they show has changed',
  async (t) => {
    const createPages = await openDocs();
    const products = await fixtureProducts();
    const shown = products.map(({ sku }) => sku).sort()[0] ?? '';
    const name = { en: 'Renamed', fr: 'Neuf' };
    const renamed = products.map((each) => (each.sku === shown ? { ...each, name } : each));
    const { key } = createPages(await pageFacts(products));
    t.is(createPages(await pageFacts(products)).key, key);
    t.not(createPages(await pageFacts(renamed)).key, key);
    const again = await renderPages(await pageFacts(products));
    t.deepEqual(again, files, 'the bytes do not change either');
  },
);

test.serial('the guide links to the contact page in the language of its reader', async (t) => {
  const facts = await pageFacts();
  const url = { en: 'https://shop.example/help', fr: 'https://shop.example/aide' };
  const contexts = facts.contexts.map((context) => {
    const catalogue = { ...context.content.catalogue, api: { contact: { name: 'Support', url } } };
    return { ...context, content: { ...context.content, catalogue } } as Context;
  });
  const contacted = await renderPages({ ...facts, contexts });
  for (const language of pageLanguages) {
    const text = contacted.get(pageFile(addresses.quickstart[language])) ?? '';
    t.true(text.includes(`href="${url[language]}"`), language);
  }
});
