/** Renders the page of a size chart. */
import type { SharedContent } from '../../../build/content/content.ts';
import type { CatalogueContext } from '../../../build/render/context.ts';
import { chartOf } from '../../../build/render/size-chart.ts';
import { localeFacts } from '../../../contract/locales.ts';
import { html } from '../../html.ts';
import { contentPageLabels } from './content-page-labels.ts';
import type { PageText } from './content-pages.ts';

/**
 * Renders a size chart in the language of the locale of `context`, in centimetres for Canada and in inches for the
 * United States.
 */
export function renderSizeChartPage(
  chart: SharedContent['sizeCharts'][string],
  context: Pick<CatalogueContext, 'content' | 'localizer'>,
): PageText {
  const { locale } = context.localizer;
  const labels = contentPageLabels[localeFacts[locale].language];
  const numbers = new Intl.NumberFormat(locale);
  const { sizes } = context.content;
  const { unit, measures } = chartOf(chart, sizes, context);
  return {
    title: context.localizer.text(chart.label),
    description: labels.sizeChart(unit),
    body: html`<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">${labels.size}</th>${measures.map(
      ({ name }) => html`<th scope="col">${name} (${unit})</th>`,
    )}</tr></thead>
<tbody>
${sizes
  .filter((size) => Object.hasOwn(chart.rows, size))
  .map(
    (size) =>
      html`<tr><th scope="row">${size}</th>${measures.map(({ values }) => html`<td>${numbers.format(values[size] ?? 0)}</td>`)}</tr>\n`,
  )}</tbody>
</table></div>
`,
  };
}
