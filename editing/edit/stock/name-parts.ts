/** The colour and the size of a product that a text names. */
import { fold, suggest } from '../../../build/content/findings/suggest.ts';
import { suggestSize } from '../../../build/content/findings/suggest-size.ts';
import { groupBy } from '../../../build/content/group-by.ts';
import type { PartialContent } from '../../../build/content/partial-content.ts';
import { suggestForDate } from '../../../build/content/rules/value-forms.ts';
import type { ProductContent } from '../../../build/content/schemas/product.ts';
import type { LocalizedText } from '../../../build/content/schemas/text.ts';

/** Why a text names nothing, and what was probably meant. */
export interface Mismatch {
  readonly problem: string;
  readonly suggestion?: string | undefined;
}

/** An id, and the name that it has in each language. */
export interface NamedId {
  readonly id: string;
  readonly name: LocalizedText;
}

/** Returns the ids that a text is the name of in some language, or itself, and the one that was probably meant. */
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

/** Returns the id of the colour with this id, or this name in any language; the only colour where none is named. */
export function findColor(
  text: string,
  { sku, colors = [] }: Partial<ProductContent>,
  all: PartialContent['colors'],
): string | Mismatch {
  const own = colors.map(({ color }) => color);
  if (text === '') return own.length === 1 ? (own[0] ?? '') : '';
  const { ids, suggestion } = findNamed(
    text,
    own.map((id) => ({ id, name: all[id]?.name ?? {} })),
  );
  const [id, other] = ids;
  if (id !== undefined && other === undefined) return id;
  if (id !== undefined) {
    return { problem: `"${text}" may be ${ids.join(' or ')} of ${sku}; write the id` };
  }
  return { problem: `"${text}" is no colour of ${sku}, which has ${own.join(', ')}`, suggestion };
}

/** Returns the size with this name or alias; the only size where none is named. */
export function findSize(
  text: string,
  { sku, sizes = [] }: Partial<ProductContent>,
  aliases: ReadonlyMap<string, string>,
): string | Mismatch {
  if (text === '') return sizes.length === 1 ? (sizes[0] ?? '') : '';
  const wanted = fold(text);
  const alias = [...aliases].find(([name]) => fold(name) === wanted)?.[1];
  const size = sizes.find((each) => fold(each) === wanted) ?? sizes.find((each) => each === alias);
  if (size !== undefined) return size;
  const suggestion = suggestForDate(text, sizes) ?? suggestSize(text, sizes);
  return { problem: `"${text}" is no size of ${sku}, which has ${sizes.join(', ')}`, suggestion };
}
