/** Renders size charts in the language and unit of a locale: centimetres in Canada, inches in the United States. */
import { type Locale, localeFacts } from '../../contract/locales.ts';
import type { SizeChart } from '../../contract/schemas/size-chart.ts';
import type { SharedContent } from '../content/content.ts';
import { omitUndefined } from '../content/omit-undefined.ts';
import type { ProductContent } from '../content/schemas/product.ts';
import { type CatalogueContext, entryOf } from './context.ts';

type ChartContext = Pick<CatalogueContext, 'content' | 'localizer'>;
type Chart = SharedContent['sizeCharts'][string];

const unitIn = { CA: 'cm', US: 'in' } as const;
const perCentimetre = { cm: 1, in: 1 / 2.54 } as const;

/** Returns the unit in which the size charts of a locale are. */
export function unitOf(locale: Locale): SizeChart['unit'] {
  return unitIn[localeFacts[locale].market];
}

/** Returns the size chart of a product with the values of its sizes; undefined if the product has no chart. */
export function renderSizeChart(
  { sizeChart: id, sizes }: ProductContent,
  context: ChartContext,
): SizeChart | undefined {
  if (id === undefined) return undefined;
  return { id, ...chartOf(entryOf(context.content.sizeCharts, id), sizes, context) };
}

/**
 * Returns the unit and measures of a size chart for those of `sizes` that it has. The content has centimetres; values
 * are rounded to half a centimetre or half an inch.
 */
export function chartOf(
  { measures, rows }: Chart,
  sizes: readonly string[],
  context: ChartContext,
  unit = unitOf(context.localizer.locale),
): Omit<SizeChart, 'id'> {
  const known = sizes.filter((size) => Object.hasOwn(rows, size));
  return {
    unit,
    measures: measures.map((measure, at) => {
      const values = known.map((size) => {
        const centimetres = rows[size]?.[at] ?? 0;
        return [size, Math.round(centimetres * perCentimetre[unit] * 2) / 2] as const;
      });
      return { ...describeMeasure(measure, context), values: Object.fromEntries(values) };
    }),
  };
}

function describeMeasure(
  measure: Chart['measures'][number],
  { content, localizer }: ChartContext,
): Omit<SizeChart['measures'][number], 'values'> {
  if (typeof measure !== 'string') {
    const [text = ''] = Object.values(measure);
    return { id: toId(text), name: localizer.text(measure) };
  }
  const { name, how } = entryOf(content.measures, measure);
  return omitUndefined({
    ...{ id: measure, name: localizer.text(name) },
    how: how && localizer.text(how),
  });
}

/** Returns the id of a measure that has none, made from its text: `Sleeve, from the middle` → `sleeve-from-the-middle`. */
function toId(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[a-z0-9]+/g) ?? []).join('-');
}
