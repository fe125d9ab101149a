/** The chart of prices by quantity. */
import { useRef } from 'preact/hooks';
import type { PriceTier } from '../../../../contract/schemas/pricing.ts';
import { createAxisPrices, createLinearScale, type Scale, spreadLabels } from '../chart-scale.ts';
import { translate } from '../interface-texts.ts';
import { type PriceList, quantitiesOf } from '../price-lists.ts';
import { useWidth } from './use-width.ts';

const height = 320;
const margin = { left: 66, right: 60, top: 14, bottom: 30 };
/** Minimum distance between the labels of lines, in pixels. */
const lineHeight = 16;
/** Number of line styles (`series-0` and so on) in the style sheet. */
const seriesStyles = 7;

/**
 * Draws the price by quantity as a stepped line for each price list. The table beside the chart has the same figures.
 * `money` formats an amount with its currency.
 */
export function PriceChart({
  lists,
  money,
}: {
  lists: readonly PriceList[];
  money: (amount: number) => string;
}) {
  const frame = useRef<HTMLDivElement>(null);
  // The chart is drawn at its actual width, so that its text has the size of other text.
  const width = useWidth(frame, 480);
  return (
    <div class="chart" ref={frame}>
      <Drawing lists={lists} money={money} width={width} />
    </div>
  );
}

/** Returns the CSS classes of a list's line in chart and table, from index in `lists` and kind: `series-2 net`. */
export function seriesClass(lists: readonly PriceList[], list: PriceList): string {
  return `series-${lists.indexOf(list) % seriesStyles} ${list.kind}`;
}

/** Draws a short sample of a price list's line for the legend. `series` are the CSS classes from `seriesClass`. */
export function LineKey({ series }: { series: string }) {
  return (
    <svg class={`line-key ${series}`} viewBox="0 0 24 8" width="24" height="8" aria-hidden="true">
      <path class="line" d="M0 4H24" />
    </svg>
  );
}

function Drawing({
  lists,
  money,
  width,
}: {
  lists: readonly PriceList[];
  money: (amount: number) => string;
  width: number;
}) {
  const priced = lists.filter(({ brackets }) => brackets.length > 0);
  const prices = priced.flatMap(({ brackets }) => brackets.map(({ price }) => price));
  if (prices.length === 0) return null;
  const quantities = quantitiesOf(priced);
  const end = Number(quantities.at(-1)) * 1.5;
  const grid = createAxisPrices(prices);
  const [right, bottom] = [width - margin.right, height - margin.bottom];
  const log = createLinearScale(
    [Math.log(Number(quantities[0])), Math.log(end)],
    [margin.left, right],
  );
  const x: Scale = (quantity) => log(Math.log(quantity));
  const y = createLinearScale([Number(grid[0]), Number(grid.at(-1))], [bottom, margin.top]);
  const ends = priced.map(({ brackets }) => y((brackets.at(-1) as PriceTier).price));
  const labels = spreadLabels(ends, { distance: lineHeight, bottom });
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={translate('chart')}>
      {grid.map((price) => (
        <g key={price}>
          <line class="grid" x1={margin.left} x2={right} y1={y(price)} y2={y(price)} />
          <text x={margin.left - 8} y={y(price) + 4} text-anchor="end">
            {money(price)}
          </text>
        </g>
      ))}
      {quantities.map((quantity) => (
        <text key={quantity} x={x(quantity)} y={height - 8} text-anchor="middle">
          {quantity}
        </text>
      ))}
      {priced.map((list, index) => (
        <g key={list.name} class={seriesClass(lists, list)}>
          <path class="drop" d={dropPath(list.brackets, { x, y })} />
          <path class="line" d={levelPath(list.brackets, { x, y, end })} />
          <path class="drop" d={`M${right} ${ends[index]}L${right + 8} ${labels[index]}`} />
          <text x={right + 11} y={Number(labels[index]) + 4}>
            {list.kind === 'msrp' ? translate('msrp') : list.name}
          </text>
        </g>
      ))}
    </svg>
  );
}

interface Scales {
  readonly x: Scale;
  readonly y: Scale;
}

/** Returns the SVG path of a horizontal line for each quantity bracket. The last line extends to the quantity `end`. */
function levelPath(
  brackets: readonly PriceTier[],
  { x, y, end }: Scales & { end: number },
): string {
  return brackets
    .map(({ minQuantity, price }, index) => {
      const to = brackets[index + 1]?.minQuantity ?? end;
      return `M${x(minQuantity)} ${y(price)}H${x(to)}`;
    })
    .join('');
}

/**
 * Returns the SVG path of the vertical lines between quantity brackets. The style sheet draws them thinner than the
 * horizontal lines.
 */
function dropPath(brackets: readonly PriceTier[], { x, y }: Scales): string {
  return brackets
    .slice(1)
    .map(({ minQuantity, price }, index) => {
      const from = (brackets[index] as PriceTier).price;
      return `M${x(minQuantity)} ${y(from)}V${y(price)}`;
    })
    .join('');
}
