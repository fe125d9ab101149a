/** The size chart of a product. */
import type { LocaleView } from '../../responses.ts';
import { translate } from '../interface-texts.ts';
import { Table } from './table.tsx';

/** Shows the rows of the size chart for the sizes of the product, in the language and unit of the locale. */
export function SizeChart({ view: { detail } }: { view: LocaleView }) {
  const { sizeChart, assets, locale, pricing } = detail;
  if (sizeChart === undefined) return <p>{translate('noSizeChart')}</p>;
  const { measures, unit } = sizeChart;
  const numbers = new Intl.NumberFormat(locale);
  const [first] = measures;
  return (
    <div class="size-chart">
      <Table
        caption={assets.resources.find(({ type }) => type === 'size-chart')?.label ?? ''}
        head={measures.map(({ name }) => `${name} (${unit})`)}
        rows={pricing.sizes
          .filter(({ name }) => first?.values[name] !== undefined)
          .map(({ name }) => ({
            name,
            cells: measures.map(({ values }) => numbers.format(values[name] ?? 0)),
          }))}
      />
    </div>
  );
}
