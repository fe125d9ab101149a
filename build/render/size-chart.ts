/**
 * Renders size charts in the language and unit of a locale: centimetres in Canada, inches in the United
 * States.
 */
import { type Locale, localeFacts } from '../../contract/locales.ts';
import type { SizeChart } from '../../contract/schemas/size-chart.ts';
import type { SharedContent } from '../content/content.ts';
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
): { sizeChart: SizeChart } | undefined {
  if (id === undefined) return undefined;
  return { sizeChart: { id, ...chartOf(entryOf(context.content.sizeCharts, id), sizes, context) } };
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
    measures: measures.map((measure, at) => ({
      ...describeMeasure(measure, context),
      values: Object.fromEntries(
        known.map((size) => [
          size,
          Math.round((rows[size]?.[at] ?? 0) * perCentimetre[unit] * 2) / 2,
        ]),
      ),
    })),
  };
}

/** Returns the id, name and instructions of a measure. The id of a measure without one is made from its text. */
function describeMeasure(
  measure: Chart['measures'][number],
  { content, localizer }: ChartContext,
): Omit<SizeChart['measures'][number], 'values'> {
  if (typeof measure !== 'string') {
    const [text = ''] = Object.values(measure);
    return { id: toId(text), name: localizer.text(measure) };
  }
  const { name, how } = entryOf(content.measures, measure);
  return { id: measure, name: localizer.text(name), ...(how && { how: localizer.text(how) }) };
}

function toId(text: string): string {
  const words =
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-');
}
