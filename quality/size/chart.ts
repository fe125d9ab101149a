import { each, type QualityCheck } from '../check.ts';

/** PS Score: “Every part has dimension”; Google: `size` is required of apparel. */
export const sizeChart: QualityCheck = {
  id: 'size/chart',
  importance: 'important',
  demand: 'A size chart has a row for every size.',
  lack: 'sizes that no size chart measures',
  remedy: 'Name a `sizeChart`, or add the size to the chart in size-charts.json.',
  count({ product: { sizes, sizeChart: chart }, shared: { sizeCharts } }) {
    const rows = chart === undefined ? {} : (sizeCharts[chart]?.rows ?? {});
    return each(
      sizes,
      (size) => size,
      (size) => !Object.hasOwn(rows, size),
    );
  },
};
