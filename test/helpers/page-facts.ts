/** The data that pages are rendered from, taken from the fixture catalogue. */
import type { ProductContent } from '../../build/content/schemas/product.ts';
import type { PageFacts } from '../../build/output/shared-files.ts';
import { isSoldIn } from '../../build/render/context.ts';
import { renderDetail } from '../../build/render/detail.ts';
import { type Locale, locales } from '../../contract/locales.ts';
import { openDocs } from '../../pages/docs/open-docs.ts';
import { type Context, contextOf, loadFixture, ofProduct } from './content.ts';

/** Returns the products of the fixture. */
export async function fixtureProducts(): Promise<readonly ProductContent[]> {
  const content = await loadFixture();
  return content.products.map(({ product }) => product);
}

/** Returns the data from which the pages of a release with the fixture's products, or with `given`, are rendered. */
export async function pageFacts(given?: readonly ProductContent[]): Promise<PageFacts> {
  const content = await loadFixture();
  const contexts = await Promise.all(locales.map((locale) => contextOf(locale, content)));
  const products = given ?? content.products.map(({ product }) => product);
  return {
    contexts,
    products,
    readDetail(sku, locale: Locale) {
      const product = products.find((each) => each.sku === sku);
      if (product === undefined || !isSoldIn(product, locale)) return undefined;
      const context = contexts[locales.indexOf(locale)] as Context;
      return renderDetail(product, ofProduct(context, sku));
    },
  };
}

/** Renders the pages of a release; returns path → text of each file. */
export async function renderPages(facts: PageFacts): Promise<ReadonlyMap<string, string>> {
  const render = await (await openDocs())(facts).loadRenderer();
  return new Map(render().flatMap(({ paths, bytes }) => paths.map((path) => [path, `${bytes}`])));
}
