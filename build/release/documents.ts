/** Render, all of it: checked content in, every file of a release out, not yet encoded. */
import { type Locale, locales } from '../../contract/locales.ts';
import { createOpenApiDocument } from '../../contract/openapi/document.ts';
import { netPricesSchema, privateFiles, publicFiles } from '../../contract/release.ts';
import { productListSchema } from '../../contract/schemas/list.ts';
import { productDetailSchema } from '../../contract/schemas/product.ts';
import type { Content } from '../load/content.ts';
import { renderDecorationsPage } from '../pages/decorations-page.ts';
import { renderErrorsPage } from '../pages/errors-page.ts';
import { renderSizeChartPage } from '../pages/size-chart-page.ts';
import { createPriceBook } from '../price/price-book.ts';
import { createRenderContext, type RenderContext } from '../render/context.ts';
import { renderDetail } from '../render/detail.ts';
import { drawnImages } from '../render/images.ts';
import { renderList } from '../render/list.ts';
import { renderNetPrices } from '../render/net-prices.ts';
import { decorationsPath, type Site, sizeChartPath } from '../render/site.ts';

/** Files by path below the release, `public/v1/products/index.json` for example. */
export type Files = Map<string, Buffer>;

/** Makes the render contexts of every locale, in the order of the contract. */
export function createContexts(content: Content, site: Site): readonly RenderContext[] {
  const shared = { content, site, prices: createPriceBook(content) };
  return locales.map((locale) => createRenderContext(locale, shared));
}

/** Renders every file of a release but health and manifest, which need its id. */
export function renderDocuments(contexts: readonly RenderContext[], styleSheet: Buffer): Files {
  const files: Files = new Map();
  for (const context of contexts) {
    addLocale(files, context);
    addPictures(files, context);
  }
  const [{ content, site }] = contexts as readonly [RenderContext];
  const { defaultLocale } = content.catalogue;
  files.set('public/docs/style.css', styleSheet);
  files.set(`public/${publicFiles.errorsPage}`, Buffer.from(renderErrorsPage()));
  const openApi = createOpenApiDocument({ baseUrl: site.baseUrl, defaultLocale });
  files.set(`public/${publicFiles.openapi}`, toJson(openApi));
  for (const [path, bytes] of content.assets) files.set(`public/assets/${path}`, bytes);
  return files;
}

/** One line of JSON: what every document of the API is. */
export function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function addLocale(files: Files, context: RenderContext): void {
  const { content, locale } = context;
  const { defaultLocale, tiers } = content.catalogue;
  const add = (fileOf: (locale?: Locale) => string, document: unknown) => {
    files.set(`public/${fileOf(locale)}`, toJson(document));
    if (locale === defaultLocale) files.set(`public/${fileOf()}`, toJson(document));
  };
  add(publicFiles.list, productListSchema.parse(renderList(context)));
  for (const product of context.products) {
    const detail = productDetailSchema.parse(renderDetail(product, context));
    add((of) => publicFiles.detail(product.sku, of), detail);
  }
  for (const tier of tiers.all) {
    const netPrices = netPricesSchema.parse(renderNetPrices(tier, context));
    files.set(`private/${privateFiles.netPrices(tier, locale)}`, toJson(netPrices));
  }
  for (const [id, chart] of Object.entries(content.sizeCharts)) {
    const html = renderSizeChartPage(chart, context.localizer);
    files.set(`public/${sizeChartPath(id, locale)}.html`, Buffer.from(html));
  }
  const guide = renderDecorationsPage(context);
  files.set(`public/${decorationsPath(locale)}.html`, Buffer.from(guide));
}

/** Draws each product once, titled in the first locale it is sold in. */
function addPictures(files: Files, context: RenderContext): void {
  for (const product of context.products) {
    for (const [path, svg] of drawnImages(product, context)) {
      const file = `public/${path}`;
      if (!files.has(file)) files.set(file, Buffer.from(svg));
    }
  }
}
