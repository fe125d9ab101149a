/** Finds the colour or size of a product that a text names. */
import { fold, suggest, suggestSize } from '../../../build/content/findings/suggest.ts';
import { groupBy } from '../../../build/content/group-by.ts';
import type { PartialContent } from '../../../build/content/partial-content.ts';
import { suggestForDate } from '../../../build/content/rules/value-formats.ts';
import type { ProductContent } from '../../../build/content/schemas/product.ts';
import type { LocalizedText } from '../../../build/content/schemas/text.ts';

/** Why a cell or row of a warehouse's table cannot be used, and a suggested correction if there is one. */
export interface Mismatch {
  readonly problem: string;
  readonly suggestion?: string | undefined;
}

/** The reason why a cell does not name a product, or does not name exactly one colour or size of a product. */
export interface UnknownPart extends Mismatch {
  /** The colour ids or the size of the catalogue that the cell names; empty if there are none. */
  readonly meant: readonly string[];
}

/** The id of a colour or of a stock location, and its name in each language. */
export interface NamedId {
  readonly id: string;
  readonly name: LocalizedText;
}

/** Returns the ids of the candidates whose id or name equals the text, without case, accents and spaces. */
export function findNamed(
  text: string,
  candidates: readonly NamedId[],
): { readonly ids: readonly string[]; readonly suggestion: string | undefined } {
  const isExact = candidates.some(({ id }) => id === text);
  if (isExact) return { ids: [text], suggestion: undefined };
  const names = groupBy(
    candidates.flatMap(({ id, name }) =>
      [id, ...Object.values(name)].map((each) => ({ id, name: fold(each) })),
    ),
    ({ name }) => name,
  );
  const idsOf = (name: string | undefined) => [
    ...new Set((names.get(name ?? '') ?? []).map(({ id }) => id)),
  ];
  const ids = idsOf(fold(text));
  const near = ids.length === 0 ? idsOf(suggest(text, names.keys())) : [];
  return { ids, suggestion: near.length === 1 ? near[0] : undefined };
}

/** Returns the id of the product's colour that a text names, by id or name in any language. */
export function findColor(
  text: string,
  { sku, colors = [] }: Partial<ProductContent>,
  all: PartialContent['colors'],
): string | UnknownPart {
  const own = colors.map(({ color }) => color);
  if (text === '') return own.length === 1 ? (own[0] ?? '') : '';
  const find = (candidates: readonly string[]) =>
    findNamed(
      text,
      candidates.map((id) => ({ id, name: all[id]?.name ?? {} })),
    );
  const { ids, suggestion } = find(own);
  const [id, other] = ids;
  if (id !== undefined && other === undefined) return id;
  if (id !== undefined) {
    const problem = `"${text}" may be ${ids.join(' or ')} of ${sku}; write the id`;
    return { problem, meant: ids };
  }
  const problem = `"${text}" is no colour of ${sku}, which has ${own.join(', ')}`;
  return { problem, suggestion, meant: find(Object.keys(all)).ids };
}

/** Returns the product's size that a text names. */
export function findSize(
  text: string,
  { sku, sizes = [] }: Partial<ProductContent>,
  { sizes: all, sizeNames: aliases }: Pick<PartialContent, 'sizes' | 'sizeNames'>,
): string | UnknownPart {
  if (text === '') return sizes.length === 1 ? (sizes[0] ?? '') : '';
  const wanted = fold(text);
  const alias = [...aliases].find(([name]) => fold(name) === wanted)?.[1];
  const size = sizes.find((each) => fold(each) === wanted) ?? sizes.find((each) => each === alias);
  if (size !== undefined) return size;
  const suggestion = suggestForDate(text, sizes) ?? suggestSize(text, sizes);
  const other = alias ?? suggestSize(text, all);
  const problem = `"${text}" is no size of ${sku}, which has ${sizes.join(', ')}`;
  return { problem, suggestion, meant: other === undefined ? [] : [other] };
}
