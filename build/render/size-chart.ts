/**
 * Renders a size chart in the language and unit of a locale: centimetres in Canada, inches in the United
 * States.
 */
import { localeFacts } from '../../contract/locales.ts';
import type { SharedContent } from '../content/content.ts';
import type { CatalogueContext } from './context.ts';

/** A size chart as one locale shows it, with formatted values. */
export interface SizeChart {
  /** The title of the chart. */
  readonly label: string;
  /** `cm` or `in`. */
  readonly unit: string;
  /** The titles of the measurements, such as `Body length`, one per column. */
  readonly measures: readonly string[];
  /**
   * A row for each size that the chart has, in the order of sizes.json. Its values are in the order of `measures`,
   * formatted for the locale.
   */
  readonly rows: readonly (readonly [size: string, values: readonly string[]])[];
}

const units = {
  CA: { name: 'cm', perCentimetre: 1 },
  US: { name: 'in', perCentimetre: 1 / 2.54 },
} as const;

/**
 * Returns a size chart in the language and unit of the context's locale. The content has centimetres; values are
 * rounded to half a centimetre or half an inch.
 */
export function renderSizeChart(
  { label, measures, rows }: SharedContent['sizeCharts'][string],
  { content: { sizes }, localizer }: Pick<CatalogueContext, 'content' | 'localizer'>,
): SizeChart {
  const unit = units[localeFacts[localizer.locale].market];
  const numbers = new Intl.NumberFormat(localizer.locale);
  const toUnit = (value: number) => numbers.format(Math.round(value * unit.perCentimetre * 2) / 2);
  return {
    label: localizer.text(label),
    unit: unit.name,
    measures: measures.map((measure) => localizer.text(measure)),
    // In the order of sizes.json: JavaScript moves members such as "10" before "9.5".
    rows: sizes.flatMap((size) => {
      const values = Object.hasOwn(rows, size) ? rows[size] : undefined;
      return values === undefined ? [] : [[size, values.map(toUnit)] as const];
    }),
  };
}
