/** A size chart as a page: centimetres in Canada, inches in the United States. */

import type { Content } from '../../../build/load/content.ts';
import type { Localizer } from '../../../build/localize/localizer.ts';
import { localeFacts } from '../../../contract/locales.ts';
import { html, page } from '../../html.ts';

type SizeChart = Content['sizeCharts'][string];

const units = {
  CA: { name: 'cm', perCentimetre: 1 },
  US: { name: 'in', perCentimetre: 1 / 2.54 },
} as const;

/** Renders the chart in the words and units of a locale, to the half of a unit. */
export function renderSizeChartPage(chart: SizeChart, localizer: Localizer): string {
  const { language, market } = localeFacts[localizer.locale];
  const unit = units[market];
  const numbers = new Intl.NumberFormat(localizer.locale);
  const toUnit = (value: number) => numbers.format(Math.round(value * unit.perCentimetre * 2) / 2);
  return page({
    language,
    title: localizer.text(chart.label),
    body: html`<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col"></th>${chart.measures.map(
      (measure) => html`<th scope="col">${localizer.text(measure)} (${unit.name})</th>`,
    )}</tr></thead>
<tbody>
${Object.entries(chart.rows).map(
  ([size, values]) =>
    html`<tr><th scope="row">${size}</th>${values.map((value) => html`<td>${toUnit(value)}</td>`)}</tr>\n`,
)}</tbody>
</table></div>`,
  });
}
