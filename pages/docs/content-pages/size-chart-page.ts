/** Renders the page of a size chart. */
import type { SharedContent } from '../../../build/content/content.ts';
import type { CatalogueContext } from '../../../build/render/context.ts';
import { renderSizeChart } from '../../../build/render/size-chart.ts';
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
  const labels = contentPageLabels[localeFacts[context.localizer.locale].language];
  const { label, unit, measures, rows } = renderSizeChart(chart, context);
  return {
    title: label,
    description: labels.sizeChart(unit),
    body: html`<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">${labels.size}</th>${measures.map(
      (measure) => html`<th scope="col">${measure} (${unit})</th>`,
    )}</tr></thead>
<tbody>
${rows.map(
  ([size, values]) =>
    html`<tr><th scope="row">${size}</th>${values.map((value) => html`<td>${value}</td>`)}</tr>\n`,
)}</tbody>
</table></div>
`,
  };
}
