/** Proposes values for the options of an import that users have not set, such as markets and colours. */
import { currencyIn } from '../../../build/content/rules/value-formats.ts';
import {
  markets as allMarkets,
  type Currency,
  currencies,
  type Language,
  type Market,
} from '../../../contract/locales.ts';
import { familiesOf, hexOf } from '../color-names.ts';
import type {
  NeutralOption,
  NeutralStyle,
  NeutralTable,
  NeutralText,
  NeutralVariant,
} from '../neutral.ts';
import { isKnownSize, normalizeSize, oneSize } from '../sizes.ts';
import { explainDamage } from '../source-table.ts';
import { discountsByTier, noBrand, noCategory, noColor } from '../standard-texts.ts';
import { toId, toPlainLetters, toPlainText } from '../text.ts';
import type { ImportOptions, KnownOptions, OptionKind } from './import-options.ts';
import { guessLanguage } from './propose-language.ts';
import { proposeSkus } from './propose-skus.ts';

/** Returns the options that the user has set (`known`), and proposals for the others. */
export function proposeOptions(
  table: NeutralTable,
  known: KnownOptions,
  swatches: ReadonlyMap<string, string> = new Map(),
): ImportOptions {
  const language = known.language ?? guessLanguage(table).language;
  const variants = table.styles.flatMap((style) => style.variants);
  const currency =
    known.currency ??
    table.hints.currency ??
    currencyNamedIn(variants) ??
    (language === 'fr' ? 'CAD' : 'USD');
  const options = { ...proposeKinds(variants.flatMap((one) => one.options)), ...known.options };
  const kinds = { options, language };
  const colors = variants.map((variant) => colorOf(variant.options, kinds));
  const found = new Set(variants.map((variant) => sizeOf(variant.options, kinds)));
  const sizes = [...found].filter((size) => explainDamage(size, 'a size') === undefined);
  const { rate, unknownStock } = known;
  const converted = rate === undefined ? [] : currencies;
  const markets = known.markets ?? proposeMarkets(table, [currency, ...converted]);
  const locations = proposeLocations(table, markets, known.locations);
  return {
    ...{ language, currency, markets },
    ...(rate !== undefined && { rate }),
    brand: known.brand ?? noBrand.name[language],
    category: known.category ?? noCategory[language],
    minimumOrder: known.minimumOrder ?? 1,
    tiers: known.tiers ?? defaultTiers,
    ...(unknownStock !== undefined && { unknownStock }),
    options,
    sizes: { ...proposeEach(sizes, (size) => normalizeSize(size, language)), ...known.sizes },
    colors: proposeColors(colors.filter(hasText).map(labelOf), known.colors ?? {}, swatches),
    ...(locations !== undefined && { locations }),
    skus: proposeSkus(table.styles, known.skus ?? {}),
    partIds: known.partIds ?? {},
  };
}

/** Returns the currency in the texts of prices, such as `CAD` in `24,50 $ CA`. */
function currencyNamedIn(variants: readonly NeutralVariant[]): Currency | undefined {
  const named = variants.flatMap(({ prices: { source } }) => currencyIn(source?.price ?? '') ?? []);
  const [only, ...others] = new Set(named);
  return others.length > 0 ? undefined : currencies.find((currency) => currency === only);
}

const defaultTiers: ImportOptions['tiers'] = {
  base: 'A3',
  percentOfMsrp: Object.fromEntries(
    Object.entries(discountsByTier).map(([tier, off]) => [tier, 100 - off]),
  ),
};

type Reading = Pick<ImportOptions, 'options' | 'language'>;

/** Returns the colour of a variant: the value of the first of its options (`own`) with the meaning `color`. */
export function colorOf(
  own: readonly NeutralOption[],
  { options, language }: Reading,
): NeutralText {
  const named = own.find(({ name }) => options[name] === 'color');
  return named?.value ?? { [language]: noColor[language] };
}

/** Returns the size of a variant: the values of its options (`own`) with the meaning `size`, joined by spaces. */
export function sizeOf(own: readonly NeutralOption[], { options }: Reading): string {
  const named = own.filter(({ name }) => options[name] === 'size');
  return named.length === 0 ? oneSize : named.map(({ value }) => labelOf(value)).join(' ');
}

/** Returns the text in the language of the source, otherwise the English or French one, or an empty string. */
export function labelOf({ source, en, fr }: NeutralText): string {
  return source ?? en ?? fr ?? '';
}

/** Returns true if a name has a letter or digit in one of its languages. */
export function hasText(name: NeutralText): boolean {
  return Object.values(name).some((text) => toPlainText(text) !== '');
}

/** Names of options in the languages of shops, compared without accents. */
const kindsByName: readonly (readonly [OptionKind, RegExp])[] = [
  [
    'color',
    /colou?r|couleur|coloris|teinte|shade|farb|kleur|colore|\bcor\b|farg|farve|kolor|^wash$/i,
  ],
  [
    'size',
    /size|taille|grandeur|pointure|waist|inseam|^length$|entrejambe|gro(ss|e?s)e|maat|talla|tamano|taglia|rozmiar|storlek|storrelse|tamanho/i,
  ],
];

/** Returns the meaning of an option of variants from its name, or undefined if the name is unknown. */
export function kindNamed(name: string): OptionKind | undefined {
  const plain = toPlainLetters(name);
  return kindsByName.find(([, pattern]) => pattern.test(plain))?.[0];
}

/** Returns what an unknown option probably is: by its values, otherwise what the variant (`own`) lacks. */
export function probableKind(
  values: readonly string[],
  own: readonly NeutralOption[],
  { options }: Pick<ImportOptions, 'options'>,
): OptionKind | undefined {
  if (values.some((value) => familiesOf(toId(value)).length > 0)) return 'color';
  if (values.some((value) => isKnownSize(value) || /\d/.test(value))) return 'size';
  const has = (kind: OptionKind) => own.some(({ name }) => options[name] === kind);
  if (!has('color')) return 'color';
  return has('size') ? undefined : 'size';
}

function proposeKinds(all: readonly NeutralOption[]): Record<string, OptionKind> {
  const values = new Map<string, Set<string>>();
  for (const { name, value } of all) {
    values.set(name, (values.get(name) ?? new Set()).add(labelOf(value)));
  }
  const entries = [...values].map(([name, found]): [string, OptionKind] => {
    return [name, kindNamed(name) ?? proposeKindOf([...found])];
  });
  return Object.fromEntries(entries);
}

function proposeKindOf(values: readonly string[]): OptionKind {
  const isMost = (test: (value: string) => boolean) =>
    values.filter(test).length * 2 > values.length;
  if (isMost(isKnownSize)) return 'size';
  return isMost((value) => familiesOf(toId(value)).length > 0) ? 'color' : 'none';
}

function proposeColors(
  names: readonly string[],
  known: ImportOptions['colors'],
  swatches: ReadonlyMap<string, string>,
): ImportOptions['colors'] {
  const hexFor = (name: string) => [...hexOf(name, swatches)];
  const completed = Object.entries(known).map(([name, { id, hex }]) => [
    name,
    { id, hex: hex.length > 0 ? hex : hexFor(name) },
  ]);
  const proposed = proposeEach(names, (name) => ({ id: toId(name), hex: hexFor(name) }));
  return { ...proposed, ...Object.fromEntries(completed) };
}

function proposeEach<Value>(names: readonly string[], propose: (name: string) => Value) {
  return Object.fromEntries([...new Set(names)].map((name) => [name, propose(name)]));
}

const marketOf: Readonly<Record<Currency, Market>> = { CAD: 'CA', USD: 'US' };

/** Returns the markets in whose currency the source has a price of a style that it sells there. */
function proposeMarkets({ styles }: NeutralTable, others: readonly Currency[]): Market[] {
  const found = new Set(
    styles.flatMap(({ variants, notSoldIn = [] }) => {
      const named = variants.flatMap(({ prices }) => Object.keys(prices));
      return named.filter((name) => !(notSoldIn as readonly string[]).includes(name));
    }),
  );
  if (found.has('source') || found.size === 0) for (const currency of others) found.add(currency);
  const used = currencies.filter((one) => found.has(one)).map((one) => marketOf[one]);
  return allMarkets.filter((market) => used.includes(market));
}

function proposeLocations(
  { styles }: NeutralTable,
  markets: readonly Market[],
  known: ImportOptions['locations'],
): ImportOptions['locations'] | undefined {
  const ids = styles.flatMap(({ variants }) =>
    variants.flatMap(({ stock }) => stock.flatMap(({ location }) => location ?? [])),
  );
  if (ids.length === 0) return known;
  const [country = 'CA'] = markets;
  const propose = (id: string) => ({ name: bothLanguages(id), country, markets: [...markets] });
  return { ...proposeEach(ids, propose), ...known };
}

function bothLanguages(name: string): Record<Language, string> {
  return { en: name, fr: name };
}

/** Returns the SKU of a style: the one that the import options assign to its code, otherwise the code itself. */
export function skuOf({ code }: NeutralStyle, { skus }: ImportOptions): string {
  return skus[code] ?? code;
}
