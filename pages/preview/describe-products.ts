/** Describes products for the preview: those that are not public, and what only editors see of a product. */
import { join } from 'node:path';
import { checkProduct } from '../../build/check/check-content.ts';
import { absenceOn } from '../../build/content/availability.ts';
import {
  type SharedContent,
  toSharedContent,
  toWholeProduct,
  type WholeProduct,
} from '../../build/content/content.ts';
import { MissingDataError } from '../../build/content/localize/localizer.ts';
import { type OpenContent, readProduct } from '../../build/content/open-content.ts';
import { hasError, type Product } from '../../build/product.ts';
import {
  type CatalogueContext,
  createCatalogueContexts,
  isSoldIn,
} from '../../build/render/context.ts';
import { renderDetail } from '../../build/render/detail.ts';
import { drawnImages } from '../../build/render/images.ts';
import { renderNetPrice } from '../../build/render/prices.ts';
import { renderSummary } from '../../build/render/summary.ts';
import { type Locale, locales } from '../../contract/locales.ts';
import type { ProductDetail, ProductSummary } from '../../contract/schemas/product.ts';
import { qualityChecks } from '../../quality/checks.ts';
import { scoreProduct, toCatalogueQuality } from '../../quality/score.ts';

/** The scores of products, the lowest first, and their average. */
export type Quality = ReturnType<typeof describeQuality>;

/** The content of a build without errors, and its products, those that are not public included. */
export interface ValidContent {
  readonly content: OpenContent;
  readonly products: readonly Product[];
  readonly release: string;
}

/** The products of a build without errors, as editors see them. */
export type Products = ReturnType<typeof openProducts>;
/** The products of a locale that are not public. */
export type Unreleased = ReturnType<Products['unreleased']>;
/** What only editors see of a product. */
export type ProductFacts = NonNullable<ReturnType<Products['product']>>;

/** Opens the products of a build; each is read again when a page asks for it. */
export function openProducts({ content, products }: ValidContent, baseUrl: string) {
  const shared = toSharedContent(content.shared);
  const bySku = new Map(products.map((product) => [product.sku, product]));
  // Drafts may lack translations: a text of any language is better than none.
  const contexts = createCatalogueContexts(shared, { baseUrl }, 'any');
  const contextOf = (locale: Locale) => contexts[locales.indexOf(locale)] as CatalogueContext;
  /** Returns the product as it is now; undefined if it has got an error since the build. */
  const read = (product: Product): WholeProduct | undefined => {
    const reading = readProduct(content, content.sourceOf(product));
    return hasError(checkProduct(reading)) ? undefined : toWholeProduct(reading.partial);
  };

  /** Returns what the list and the detail would show; undefined for a draft that lacks a text in every language. */
  const renderUnreleased = ({ product, rows }: WholeProduct, locale: Locale) => {
    const context = { ...contextOf(locale), rows };
    try {
      const summary = renderSummary(product, context);
      const detail = renderDetail(product, context, summary);
      return { summary: atPreview(summary, baseUrl), detail: atPreview(detail, baseUrl) };
    } catch (error) {
      if (error instanceof MissingDataError) return undefined;
      throw error;
    }
  };

  return {
    /** Returns the products that the list lacks, as it would show them, and why others are missing in the locale. */
    unreleased(locale: Locale) {
      const shown: (ProductSummary & { readonly absence: string })[] = [];
      const [notSold, notShown]: [string[], string[]] = [[], []];
      for (const product of products) {
        const { sku, released, outline } = product;
        const { markets = [] } = outline.product;
        const absence = absenceOn(outline.product, shared.day)?.reason;
        if (!isSoldIn({ markets }, locale)) notSold.push(sku);
        else if (!released && absence) {
          const whole = read(product);
          const rendered = whole && renderUnreleased(whole, locale);
          if (rendered) shown.push({ ...rendered.summary, absence });
          else notShown.push(sku);
        }
      }
      return { products: shown, notSold, notShown, files: products.length };
    },

    /** Returns net prices, quality and file of a product, and its detail if it is not public. */
    product(sku: string, locale: Locale) {
      const known = bySku.get(sku);
      if (known === undefined) return undefined;
      const filePath = join(content.folder, known.file);
      const whole = read(known);
      if (whole === undefined) return { filePath, net: [] };
      const { product } = whole;
      const { base, all } = shared.catalogue.tiers;
      const context = { ...contextOf(locale), rows: whole.rows };
      const absence = absenceOn(product, shared.day)?.reason;
      return {
        filePath,
        absence,
        day: absence === 'upcoming' ? product.availableFrom : product.availableUntil,
        detail: known.released ? undefined : renderUnreleased(whole, locale)?.detail,
        net: [base, ...all.filter((tier) => tier !== base)].map((tier) => {
          const { net, surcharges } = renderNetPrice(tier, product, context);
          return { name: tier, brackets: net, surcharges };
        }),
        quality: describeQuality([whole], shared, contextOf(locale)).products[0],
      };
    },

    /** Returns the quality of all public products. */
    quality(locale: Locale) {
      const whole = products.flatMap((product) => (product.released && read(product)) || []);
      return describeQuality(whole, shared, contextOf(locale));
    },

    /** Returns a drawn picture of a product; undefined if it has no such picture. */
    picture(sku: string, file: string): string | undefined {
      const known = bySku.get(sku);
      const product = known && read(known)?.product;
      const context = product && contexts.find(({ locale }) => isSoldIn(product, locale));
      const drawn = context ? drawnImages(product, context) : [];
      return drawn.find(([path]) => path === `images/${file}`)?.[1];
    },
  };
}

/** Gives the drawn pictures of a product that is not in the release an address below `/preview`. */
function atPreview<Document extends ProductSummary | ProductDetail>(
  document: Document,
  baseUrl: string,
): Document {
  const text = JSON.stringify(document);
  return JSON.parse(text.replaceAll(`"${baseUrl}/images/`, `"${baseUrl}/preview/images/`));
}

const checks = new Map(qualityChecks.map((check) => [check.id, check]));

/** Returns the scores of products, from 0 to 100, with the reasons for lost points. */
function describeQuality(
  products: readonly WholeProduct[],
  content: SharedContent,
  { localizer }: CatalogueContext,
) {
  const { average, products: scores } = toCatalogueQuality(
    products.map((whole) => scoreProduct({ ...whole, shared: content })),
  );
  const named = scores.map(({ sku, name, score, reasons }) => ({
    ...{ sku, score, name: localizer.text(name) },
    reasons: reasons.map(({ check, points, count, missing }) => {
      const { lack = check, remedy = '' } = checks.get(check) ?? {};
      return { lack, remedy, points, count, missing };
    }),
  }));
  return { average, products: named };
}
