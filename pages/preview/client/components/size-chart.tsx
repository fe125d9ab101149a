/** The size chart of a product. */
import type { LocaleView } from '../../responses.ts';
import { translate } from '../interface-texts.ts';
import { Table } from './table.tsx';

/** Shows the rows of the size chart for the sizes of the product, in the language and unit of the locale. */
export function SizeChart({ view: { sizeChart, detail } }: { view: LocaleView }) {
  if (sizeChart === undefined) return <p>{translate('noSizeChart')}</p>;
  const { label, measures, rows, unit } = sizeChart;
  const sold = detail.pricing.sizes.map(({ name }) => name);
  return (
    <div class="size-chart">
      <Table
        caption={label}
        head={measures.map((measure) => `${measure} (${unit})`)}
        rows={rows
          .filter(([size]) => sold.includes(size))
          .map(([size, values]) => ({ name: size, cells: values }))}
      />
    </div>
  );
}
