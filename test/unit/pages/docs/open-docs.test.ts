import test from 'ava';
import type { ProductContent } from '../../../build/content/schemas/product.ts';
import { addresses, pageFile, pageLanguages } from '../../../pages/docs/addresses.ts';
import { openDocs } from '../../../pages/docs/open-docs.ts';
import { type SearchEntry, searchAddress } from '../../../pages/docs/search.ts';
import { fixtureProducts, pageFacts } from '../../helpers/page-facts.ts';

/** Renders the pages of a release with `products` (default: those of the fixture); returns path → text of each file. */
async function render(products?: readonly ProductContent[]): Promise<ReadonlyMap<string, string>> {
  const renderAll = await (await openDocs())(await pageFacts(products)).loadRenderer();
  return new Map(
    renderAll().flatMap(({ paths, bytes }) => paths.map((path) => [path, `${bytes}`])),
  );
}

test.serial(
  'the key of the pages changes only if something that they show has changed',
  async (t) => {
    const createPages = await openDocs();
    const products = await fixtureProducts();
    const renamed = (sku: string) =>
      products.map((each) =>
        each.sku === sku ? { ...each, name: { en: 'Renamed', fr: 'Neuf' } } : each,
      );
    const first = createPages(await pageFacts(products));
    t.is(createPages(await pageFacts(products)).key, first.key);
    const shown = products.map(({ sku }) => sku).sort()[0] ?? '';
    const again = createPages(await pageFacts(renamed(shown)));
    t.not(again.key, first.key);
    const isShown = async (pages: typeof again) => {
      const renderAll = await pages.loadRenderer();
      return renderAll().some(({ bytes }) => `${bytes}`.includes('Renamed'));
    };
    t.deepEqual([await isShown(first), await isShown(again)], [false, true]);
  },
);

test.serial('samples request the locale of their page', async (t) => {
  const files = await render();
  for (const [language, address] of Object.entries(addresses.guide)) {
    const blocks = (files.get(pageFile(address)) ?? '').match(
      /<[^>]* data-sample=[\s\S]*?<\/pre>/g,
    );
    const locales = blocks?.flatMap((block) => block.match(/\b[a-z]{2}-[A-Z]{2}\b/g) ?? []);
    t.true((blocks ?? []).length > 10, language);
    t.deepEqual([...new Set(locales)], [language === 'fr' ? 'fr-CA' : 'en-CA']);
  }
});

test.serial('if a locale has no product, samples request another locale', async (t) => {
  const products = await fixtureProducts();
  const files = await render(
    products
      .filter(({ markets }) => markets.includes('US'))
      .map((product) => ({ ...product, markets: ['US' as const] })),
  );
  t.regex(files.get('public/docs/fr/guide.md') ?? '', /products\/HOOD-2\/pricing\?locale=en-US/);
});

test.serial('the search index has an entry for every page, heading, field and route', async (t) => {
  const files = await render();
  for (const language of pageLanguages) {
    const module = files.get(`public${searchAddress(language)}`) ?? '';
    const entries = JSON.parse(module.replace(/^export default |;\n$/g, '')) as SearchEntry[];
    const found = entries.map(({ address }) => address);
    t.is(new Set(found).size, found.length, 'each once');
    const expected = Object.values(addresses).flatMap((byLanguage) => {
      const address = byLanguage[language];
      const html = files.get(pageFile(address)) ?? '';
      const ids = html.matchAll(/<(?:h[23]|th scope="row") id="([\w.-]+)"/g);
      const anchors = Array.from(ids, ([, id]) => `${address}#${id}`);
      // Header fields are in one entry, that of their table.
      return [address, ...anchors.filter((each) => !each.includes('#header-'))];
    });
    t.deepEqual(
      expected.filter((address) => !found.includes(address)),
      [],
    );
    t.true(expected.length > 250);
    for (const { title, page } of entries) t.true(title !== '' && page !== '');
  }
});

test.serial('rendering twice produces the same bytes', async (t) => {
  t.deepEqual(await render(), await render());
});
