/** The size chart of a product: its measures by size, and a drawing of where they are taken. */

import type { ProductDetail as Detail } from '../../../contract/schemas/product.ts';
import type { SizeChart as Chart } from '../../../contract/schemas/size-chart.ts';
import { fileAddress } from './address.ts';
import { Section, Table } from './parts.tsx';
import { lineStyle } from './price-chart.tsx';
import { number, percent, text } from './texts.ts';

/** Shows the size chart, the recommended split of an order, and the link to the page of the chart. */
export function SizeChart({ detail }: { detail: Detail }) {
  const { sizeChart, sizeRecommendations = [], pricing, assets } = detail;
  const page = assets.resources.find(({ type }) => type === 'size-chart');
  const { measures = [], unit = '' } = sizeChart ?? {};
  const shares = new Map(sizeRecommendations.map(({ size, percentage }) => [size, percentage]));
  if (!sizeChart && !page && shares.size === 0) return null;
  const head = measures.map(({ name }, at) => `${at + 1}. ${name} (${unit})`);
  return (
    <Section id="size-chart" title={text('sizeChart')}>
      <Table
        caption={page?.label ?? text('sizeChart')}
        head={[text('size'), ...head, ...(shares.size > 0 ? [text('recommended')] : [])]}
        rows={pricing.sizes.map(({ name: size }) => ({
          name: size,
          cells: [
            ...measures.map(({ values: { [size]: value } }) =>
              value === undefined ? '–' : number(value),
            ),
            ...(shares.size > 0 ? [percent(shares.get(size) ?? 0)] : []),
          ],
        }))}
      />
      {measures.length > 0 && <Figure measures={measures} />}
      {page && <a href={fileAddress(page.url)}>{text('chartPage')}</a>}
    </Section>
  );
}

/** The outline of a person, and the line of each measure, by id, in a drawing of 200 by 380 units. */
const outline =
  'M100 14c14 0 22 11 22 26 0 12-5 20-11 25v9l32 9c8 3 12 9 14 18l14 84-13 3-18-70-4 50 6 100-5 92h-21l-12-130h-8L84 360H63l-5-92 6-100-4-50-18 70-13-3 14-84c2-9 6-15 14-18l32-9v-9c-6-5-11-13-11-25 0-15 8-26 22-26Z';
const lines: Readonly<Record<string, readonly [path: string, labelX: number, labelY: number]>> = {
  head: ['M76 36H124', 60, 41],
  neck: ['M88 70H112', 72, 74],
  chest: ['M58 112H142', 42, 117],
  bust: ['M58 112H142', 42, 117],
  waist: ['M62 150H138', 46, 155],
  hips: ['M60 200H140', 44, 205],
  'body-length': ['M122 76V214', 128, 228],
  sleeve: ['M100 74L150 92 168 186', 174, 204],
  inseam: ['M100 232V358', 96, 376],
  height: ['M16 14V362', 22, 24],
};

/** Draws where the measures are taken, and says how. A measure without a line has only its text. */
function Figure({ measures }: { measures: Chart['measures'] }) {
  const drawn = measures.flatMap(({ id }, at) => {
    // `head-from` and `head-to` are taken at the same place.
    const line = lines[id] ?? lines[id.replace(/-(from|to)$/, '')];
    return line ? [[at, ...line] as const] : [];
  });
  return (
    <div class="figure">
      {drawn.length > 0 && (
        <svg viewBox="0 0 200 380" role="img" aria-label={text('measured')}>
          <path class="body" d={outline} />
          {drawn.map(([at, path, x, y]) => (
            <g key={at} style={lineStyle(at)}>
              <path class="line" d={path} />
              <text x={x} y={y}>
                {at + 1}
              </text>
            </g>
          ))}
        </svg>
      )}
      <ol>
        {measures.map(({ id, name, how }) => (
          <li key={id}>
            {name}
            {how && <small> {how}</small>}
          </li>
        ))}
      </ol>
    </div>
  );
}
