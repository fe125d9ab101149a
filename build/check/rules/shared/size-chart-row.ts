import { hintsFor } from '../../../content/findings/known-values.ts';
import type { ContentRule } from '../rule.ts';

const file = 'size-charts.json';

export const sizeChartRow: ContentRule = {
  id: 'shared/size-chart-row',
  severity: 'error',
  summary: 'A row of a size chart is of a known size and has a value for each measure.',
  remedy: 'Correct the size or the values, or add the size to sizes.json.',
  *check({ sizeCharts, ids: { sizes } }) {
    for (const [id, { measures, rows }] of Object.entries(sizeCharts)) {
      for (const [size, values] of Object.entries(rows)) {
        const path = ['charts', id, 'rows', size];
        if (sizes !== undefined && !sizes.has(size)) {
          const message = `"${size}" is not among the sizes of sizes.json`;
          yield { file, path, atName: true, message, ...hintsFor(size, sizes) };
        }
        if (values.length === measures.length) continue;
        const message = `the row "${size}" has ${count(values, 'value')} for ${count(measures, 'measure')}`;
        yield { file, path, message };
      }
    }
  },
};

function count({ length }: readonly unknown[], what: string): string {
  return `${length} ${what}${length === 1 ? '' : 's'}`;
}
