/** What the preview's server answers and its pages show: types alone, for both sides. */

import type { Finding } from '../../build/content/findings/finding.ts';
import type { TextCoverage } from '../../build/content/localize/coverage.ts';
import type { TextOrigin } from '../../build/content/localize/text-origin.ts';
import type { SizeChart } from '../../build/render/size-chart.ts';
import type { Currency, Locale, Market } from '../../contract/locales.ts';
import type { NetPrice } from '../../contract/release.ts';
import type { Image, ProductDetail, ProductSummary } from '../../contract/schemas/product.ts';
import type { Reason } from '../../quality/score.ts';
import type { ReleaseDiff } from '../../releases/diff/release-diff.ts';

/** Sent to every open page after each look at the content. */
export interface Pulse {
  /** Differs from look to look, and from run to run. */
  readonly version: string;
  /** The run of `npm run dev` that answers: pages of another one load themselves again. */
  readonly run: string;
  readonly state: ContentState;
}

/** How the content stands. */
export interface ContentState extends FindingCounts {
  /** Whether what is shown is the content as saved; otherwise it is the last that had no error. */
  readonly isCurrent: boolean;
}

export interface FindingCounts {
  readonly errors: number;
  readonly warnings: number;
}

/** What a product is sold as (specification, "Product kinds"). */
export const kinds = ['standard', 'color-block', 'made-to-order'] as const;
export type Kind = (typeof kinds)[number];

/** A product on the wall, in the words of the first locale that shows it. */
export interface WallProduct {
  readonly sku: string;
  /** The locale of its name. */
  readonly locale: Locale;
  readonly name: string;
  /** Id of its brand, category and tag. */
  readonly brand: string;
  readonly category: string;
  readonly tag?: string;
  readonly kind: Kind;
  readonly markets: readonly Market[];
  readonly picture: Image | undefined;
  /** Of each colour, its swatches. */
  readonly colors: readonly (readonly string[])[];
  /** Of the largest quantity. */
  readonly price: WallPrice | undefined;
  readonly findings: FindingCounts;
}

export interface WallPrice {
  readonly amount: number;
  readonly currency: Currency;
  readonly isMarkdown: boolean;
}

/** `data/wall?language=L`: every product in the order of the list, and what filters are called. */
export interface WallAnswer {
  readonly products: readonly WallProduct[];
  readonly brands: Readonly<Record<string, string>>;
  readonly categories: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
}

/** What a content rule asks for and what to do if content breaks it; code is in backticks. */
export interface RuleWords {
  readonly summary: string;
  readonly remedy: string;
}

/**
 * A finding with the English words of its rule (the client has the French), the place that an editor
 * opens, and the SKU of its product if it is about one.
 */
export interface PlacedFinding extends Finding, RuleWords {
  /** Path of its file on this machine. */
  readonly place: string;
  readonly sku?: string;
}

/** `data/findings` */
export interface FindingsAnswer {
  readonly findings: readonly PlacedFinding[];
}

/** A quality check in English; the client has the French. */
export interface CheckWords {
  readonly id: string;
  readonly weight: number;
  readonly lack: string;
  readonly remedy: string;
}

/** A product with its score, in the words of the first locale that shows it. */
export interface QualityProduct {
  readonly sku: string;
  readonly name: string;
  /** Path of its file on this machine. */
  readonly place: string;
  readonly picture: string | undefined;
  readonly score: number;
  /** The dearest first. */
  readonly reasons: readonly Reason[];
}

/** `data/quality?language=L`: nothing but checks until there was content without an error. */
export interface QualityAnswer {
  readonly average: number;
  readonly coverage: readonly (TextCoverage & { readonly locale: Locale })[];
  readonly checks: readonly CheckWords[];
  /** The lowest score first. */
  readonly products: readonly QualityProduct[];
}

/** `data/releases` */
export interface ReleasesAnswer {
  /** Newest first. */
  readonly releases: readonly {
    readonly id: string;
    /** ISO 8601 */
    readonly builtAt: string;
    /** Number of products. */
    readonly products: number;
    readonly isCurrent: boolean;
  }[];
}

/** A picture that differs between two releases; absent from one, where it is new or gone. */
export interface ChangedPicture {
  /** Below the release's folder. */
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A product of which something differs between two releases. */
export interface ChangedProduct extends Pick<ReleaseDiff, 'prices' | 'texts' | 'others'> {
  readonly sku: string;
  /** As the later release that has it calls it. */
  readonly name: string;
  readonly picture: string | undefined;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly pictures: readonly ChangedPicture[];
  /** Pieces in stock over all colours and sizes. */
  readonly pieces: Counts | undefined;
  /** Locales that show it now and did not, or the other way round. */
  readonly soldIn: readonly { readonly locale: Locale; readonly isNow: boolean }[];
}

interface Counts {
  readonly before: number;
  readonly after: number;
}

/** `data/releases/A/B?language=L`: the first of what changed, and counts of all. */
export interface ComparisonAnswer
  extends Pick<ReleaseDiff, 'before' | 'after' | 'facts' | 'lists'> {
  readonly products: Counts & { readonly changed: number };
  readonly pieces: Counts;
  /** By SKU. */
  readonly changes: readonly ChangedProduct[];
  /** Paths of other public files that differ: pages, icons, the OpenAPI document. */
  readonly files: readonly string[];
}

/** A text of a product in every locale that shows it. */
export interface TextRow {
  /** `descriptions.tagline` */
  readonly name: string;
  readonly texts: Partial<Record<Locale, { readonly text: string; readonly origin: TextOrigin }>>;
}

/** A product in one locale. */
export interface LocaleView {
  readonly detail: ProductDetail;
  readonly summary: ProductSummary;
  /** By tier. */
  readonly net: Readonly<Record<string, NetPrice>>;
  readonly sizeChart?: SizeChart;
}

/** A colour that a color-block product can be painted with. */
export interface Paint {
  readonly hex: string;
  readonly name: string;
}

/** `data/products/SKU?language=L` */
export interface ProductAnswer {
  readonly sku: string;
  /** Path of its file on this machine. */
  readonly file: string;
  readonly kind: Kind;
  readonly locales: Partial<Record<Locale, LocaleView>>;
  readonly texts: readonly TextRow[];
  /** Where the preview has the pictures of the answers: by their public address. */
  readonly pictures: Readonly<Record<string, string>>;
  /** What it can be painted with, none where there is nothing to paint. */
  readonly paints: readonly Paint[];
  readonly tiers: { readonly base: string; readonly all: readonly string[] };
  readonly findings: readonly PlacedFinding[];
}
