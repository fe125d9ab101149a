/** Tests the links in pages if the public address has a path, as `https://shop.example/catalogue` has. */
import test from 'ava';
import { addresses, markdownAddress, pageLanguages } from '../../../../pages/docs/addresses.ts';
import { openDocs } from '../../../../pages/docs/open-docs.ts';
import { searchAddress } from '../../../../pages/docs/search.ts';
import { pageFacts } from '../../../helpers/page-facts.ts';

/** Renders all pages for a public address; returns path → text of each file. */
async function renderAt(baseUrl: string): Promise<ReadonlyMap<string, string>> {
  const facts = await pageFacts();
  const contexts = facts.contexts.map((context) => ({ ...context, site: { baseUrl } }));
  const render = await (await openDocs())({ ...facts, contexts }).loadRenderer();
  return new Map(render().flatMap(({ paths, bytes }) => paths.map((path) => [path, `${bytes}`])));
}

const linksIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(String);

test('every link begins with the path of the public address', async (t) => {
  const files = await renderAt('https://shop.example/a&b/catalogue');
  const pages = [...files].filter(([path]) => path.endsWith('.html'));
  t.true(pages.length > 15);
  for (const [path, page] of pages) {
    const tags = linksIn(page, /<\w[^>]*>/g).join('\n');
    const rooted = linksIn(tags, / [\w-]+="\/[^"]+"/g);
    t.true(rooted.length > 15, path);
    t.deepEqual(
      rooted.filter((each) => !each.includes('="/a&amp;b/catalogue/')),
      [],
      path,
    );
  }
  for (const language of pageLanguages) {
    const entries = files.get(`public${searchAddress(language)}`) ?? '';
    t.true(entries.includes(`"/a&b/catalogue${addresses.guide[language]}"`));
    t.false(entries.includes('"/docs/'));
    for (const byLanguage of Object.values(addresses)) {
      const markdown = files.get(`public${markdownAddress(byLanguage[language])}`) ?? '';
      t.deepEqual(
        linksIn(markdown, /\]\(\/[^)]*/g).filter((each) => !each.startsWith('](/a&b/catalogue/')),
        [],
      );
    }
  }
});
