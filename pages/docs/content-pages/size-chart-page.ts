/** Renders the page of a size chart. */
import type { SharedContent } from '../../../build/content/content.ts';
import type { CatalogueContext } from '../../../build/render/context.ts';
import { chartOf, unitOf } from '../../../build/render/size-chart.ts';
import { localeFacts } from '../../../contract/locales.ts';
import { routes } from '../../../contract/routes.ts';
import type { SizeChart } from '../../../contract/schemas/size-chart.ts';
import { html, type Markup } from '../../html.ts';
import { contentPageLabels } from './content-page-labels.ts';
import type { PageText } from './content-pages.ts';

type ChartContext = Pick<CatalogueContext, 'content' | 'localizer'>;
type Chart = SharedContent['sizeCharts'][string];

/**
 * Renders a size chart in the language of the locale of `context`, in centimetres and inches; the unit of the locale's
 * country is shown first. `skus` are the products with this chart.
 */
export function renderSizeChartPage(
  chart: Chart,
  context: ChartContext,
  skus: readonly string[],
): PageText {
  const { locale } = context.localizer;
  const labels = contentPageLabels[localeFacts[locale].language];
  const own = unitOf(locale);
  const choices = (['cm', 'in'] as const).map(
    (unit) =>
      html`<label><input type="radio" name="unit" value="${unit}"${unit === own ? ' checked' : ''}> ${labels.units[unit]}</label>\n`,
  );
  const products = skus.map(
    (sku) =>
      html`<a href="${routes.detail.path.replace('{sku}', sku)}?locale=${locale}">${sku}</a>\n`,
  );
  return {
    title: context.localizer.text(chart.label),
    description: labels.sizeChart,
    body: html`<fieldset class="units"><legend>${labels.unit}</legend>
${choices}</fieldset>
${renderTable(chart, context, 'cm')}${renderTable(chart, context, 'in')}<h2 id="products">${labels.products}</h2>
<p class="skus">${products}</p>
`,
  };
}

function renderTable(chart: Chart, context: ChartContext, unit: SizeChart['unit']): Markup {
  const { locale } = context.localizer;
  const labels = contentPageLabels[localeFacts[locale].language];
  const numbers = new Intl.NumberFormat(locale);
  const sizes = context.content.sizes.filter((size) => Object.hasOwn(chart.rows, size));
  const { measures } = chartOf(chart, sizes, context, unit);
  const heads = measures.map(({ name }) => html`<th scope="col">${name} (${unit})</th>`);
  const rows = sizes.map((size) => {
    const cells = measures.map(({ values }) => html`<td>${numbers.format(values[size] ?? 0)}</td>`);
    return html`<tr><th scope="row">${size}</th>${cells}</tr>\n`;
  });
  return html`<div class="scroll chart ${unit}" tabindex="0"><table>
<thead><tr><th scope="col">${labels.size}</th>${heads}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>
`;
}
