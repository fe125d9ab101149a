/** The size chart of a product: its measures by size, and a drawing of where they are taken. */
import { fileAddress } from './address.ts';
import type { Detail } from './api-types.ts';
import { Section, Table } from './parts.tsx';
import { number, percent, text } from './texts.ts';

/** Shows the size chart, the recommended split of an order, and the link to the page of the chart. */
export function SizeChart({ detail }: { detail: Detail }) {
  const { sizeChart, sizeRecommendations = [], pricing, assets } = detail;
  const page = assets.resources.find(({ type }) => type === 'size-chart');
  if (!sizeChart && !page && sizeRecommendations.length === 0) return null;
  const sizes = pricing.sizes.map(({ name }) => name);
  const { measures = [], unit = '' } = sizeChart ?? {};
  const shares = new Map(sizeRecommendations.map(({ size, percentage }) => [size, percentage]));
  return (
    <Section id="size-chart" title={text('sizeChart')}>
      <div class="size-chart">
        <Table
          caption={page?.label ?? text('sizeChart')}
          head={[
            text('size'),
            ...measures.map(({ name }) => `${name} (${unit})`),
            ...(shares.size > 0 ? [text('recommended')] : []),
          ]}
          rows={sizes.map((size) => ({
            name: size,
            cells: [
              ...measures.map(({ values }) => {
                const value = values[size];
                return value === undefined ? '–' : number(value);
              }),
              ...(shares.size > 0 ? [percent(shares.get(size) ?? 0)] : []),
            ],
          }))}
        />
      </div>
      {page && (
        <p>
          <a href={fileAddress(page.url)}>{text('chartPage')}</a>
        </p>
      )}
    </Section>
  );
}
