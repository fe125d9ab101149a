/** Creates the product files of styles: texts, colours, sizes and pictures. */
import type { ProductContent } from '../../../build/content/schemas/product.ts';
import type { LocalizedText } from '../../../build/content/schemas/text.ts';
import { httpsUrlSchema } from '../../../build/content/schemas/values.ts';
import { type Language, languages, type Market } from '../../../contract/locales.ts';
import type { ByLanguage, NeutralText } from '../neutral.ts';
import type { Report } from '../report.ts';
import { sortSizes } from '../sizes.ts';
import type { SourceRow } from '../source-table.ts';
import { type Audience, audienceNamed } from '../standard-texts.ts';
import { namesById, toPlainText, toSentences } from '../text.ts';
import type { ResolvedStyle } from './resolve-styles.ts';

/** Data of a product file that is not in the style itself. */
export interface ProductParts {
  readonly language: Language;
  readonly brand: string;
  readonly category: string;
  readonly markets: readonly Market[];
  readonly minimumOrder: number;
  readonly sizeOrder: readonly string[];
  readonly report: Report;
}

/** Returns language → value. */
export function byLanguage<Value>(
  values: ByLanguage<Value>,
  language: Language,
): Partial<Record<Language, Value>> {
  const found = languages.flatMap((one): [Language, Value][] => {
    const value = values[one] ?? (one === language ? values.source : undefined);
    return value === undefined ? [] : [[one, value]];
  });
  return Object.fromEntries(found) as Partial<Record<Language, Value>>;
}

/** Converts a text of the source to plain text by language. */
export function toText(
  text: NeutralText,
  language: Language,
  toWords: (html: string) => string = toPlainText,
): LocalizedText | undefined {
  const entries = Object.entries(byLanguage(text, language))
    .map(([key, value]) => [key, toWords(value)] as const)
    .filter(([, words]) => words !== '');
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Returns the audience that a style names, or `adults` if it names none or several. */
export function audienceOf({ source }: ResolvedStyle): Audience {
  const found = new Set(source.audience.flatMap((word) => audienceNamed(word.trim()) ?? []));
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : 'adults';
}

/** Returns the content of the product file of an imported style. */
export function toProduct(style: ResolvedStyle, parts: ProductParts): ProductContent {
  const { source, sku, variants } = style;
  const { language, brand, category, markets, minimumOrder, sizeOrder } = parts;
  const name = toText(source.name, language) ?? { [language]: sku };
  const short = toText(source.short, language, toSentences);
  const long = toText(source.long, language, toSentences);
  const keywords = keywordsOf(style, language);
  const { own, byColor } = picturesOf(style, name, parts);
  return {
    sku,
    name,
    descriptions: { ...(short && { short }), ...(long && { long }) },
    ...(source.hidden !== undefined && { draft: true }),
    ...(Object.keys(keywords).length > 0 && { keywords }),
    brand,
    category,
    for: audienceOf(style),
    inspiration: [],
    markets: [...markets],
    minimumOrder: { quantity: minimumOrder },
    studio: false,
    customization: { colorBlocks: false, decorations: [] },
    images: own,
    colors: [...byColor].map(([color, images]) => ({ color, images: [...images] })),
    sizes: sortSizes(
      variants.map(({ size }) => size),
      sizeOrder,
    ),
  };
}

function keywordsOf({ source }: ResolvedStyle, language: Language) {
  const entries = Object.entries(byLanguage(source.keywords, language)).map(([key, words]) => [
    key,
    [...namesById(words.map(toPlainText).filter((word) => word !== '')).values()],
  ]);
  return Object.fromEntries(
    entries.filter(([, words]) => words?.length),
  ) as ProductContent['keywords'] & object;
}

/** Returns the pictures of each colour and of the style: its first one, and those of no colour. */
function picturesOf(
  { source, variants }: ResolvedStyle,
  name: LocalizedText,
  { report, language }: ProductParts,
) {
  const byColor = new Map<string, ReadonlySet<string>>();
  for (const { color, source: variant } of variants) {
    const urls = variant.pictures.flatMap((url) => toUrl(url, variant.row, report));
    byColor.set(color, new Set([...(byColor.get(color) ?? []), ...urls]));
  }
  const alts = new Map<string, LocalizedText>();
  for (const { url, alt } of source.pictures) {
    const [address] = toUrl(url, source.rows[0], report);
    const words = toPlainText(alt);
    if (address === undefined || alts.has(address)) continue;
    alts.set(address, words === '' ? name : { ...name, [language]: words });
  }
  const [only, ...others] = byColor.keys();
  if (only !== undefined && others.length === 0) {
    byColor.set(only, new Set([...(byColor.get(only) ?? []), ...alts.keys()]));
  }
  const used = new Set([...byColor.values()].flatMap((urls) => [...urls]));
  const shown = [...alts].filter(([url], at) => at === 0 || !used.has(url));
  const own = shown.map(([file, alt]) => ({ file, alt }));
  return { own, byColor };
}

function toUrl(text: string, row: SourceRow | undefined, report: Report): string[] {
  if (text === '') return [];
  const address = text.startsWith('//') ? `https:${text}` : text;
  const url = URL.canParse(address) ? new URL(address).href : address;
  if (httpsUrlSchema.safeParse(url).success) return [url];
  report.leaveOut('pictures without an https address', {
    name: text,
    rows: row === undefined ? [] : [row],
  });
  return [];
}
