/** The chart of prices by quantity: a stepped line for each price list. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type PriceList, quantitiesOf } from './price-lists.ts';
import { money, text } from './texts.ts';

const height = 280;
const margin = { left: 60, right: 16, top: 14, bottom: 28 };
/** Number of line styles (`series-0` and so on) in the style sheet. */
const seriesStyles = 7;
/** Smallest distance between the labels of quantities, in pixels. */
const labelDistance = 34;

/** A short sample of a list's line, for the head of its column in the table. */
export function LineKey({ index }: { index: number }) {
  return (
    <svg class={seriesOf(index)} viewBox="0 0 24 8" width="24" height="8" aria-hidden="true">
      <path class="line" d="M0 4H24" />
    </svg>
  );
}

/** Draws the chart at the width of the page, so that its text has the size of other text. */
export function PriceChart({ lists, currency }: { lists: readonly PriceList[]; currency: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(480);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(240, Math.round(entry.contentRect.width)));
    });
    observer.observe(frame.current as HTMLDivElement);
    return () => observer.disconnect();
  }, []);
  return (
    <div class="chart" ref={frame}>
      <Drawing lists={lists} currency={currency} width={width} />
    </div>
  );
}

function Drawing(props: { lists: readonly PriceList[]; currency: string; width: number }) {
  const { lists, currency, width } = props;
  const prices = lists.flatMap(({ brackets }) => brackets.map(({ price }) => price));
  if (prices.length === 0) return null;
  const quantities = quantitiesOf(lists);
  const [first = 1, last = 1] = [quantities[0], quantities.at(-1)];
  const end = last * 1.5;
  const grid = axisPrices(prices);
  const [low = 0, high = 1] = [grid[0], grid.at(-1)];
  const [right, bottom] = [width - margin.right, height - margin.bottom];
  // A logarithmic axis: brackets usually double.
  const x = (quantity: number) =>
    margin.left + ((right - margin.left) * Math.log(quantity / first)) / Math.log(end / first);
  const y = (price: number) => bottom - ((bottom - margin.top) * (price - low)) / (high - low);
  let labelled = Number.NEGATIVE_INFINITY;
  const labels = quantities.filter((quantity) => {
    if (x(quantity) - labelled < labelDistance) return false;
    labelled = x(quantity);
    return true;
  });
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={text('chart')}>
      {grid.map((price) => (
        <g key={price}>
          <line class="grid" x1={margin.left} x2={right} y1={y(price)} y2={y(price)} />
          <text x={margin.left - 8} y={y(price) + 4} text-anchor="end">
            {money(price, currency)}
          </text>
        </g>
      ))}
      {labels.map((quantity) => (
        <text key={quantity} x={x(quantity)} y={height - 8} text-anchor="middle">
          {quantity}
        </text>
      ))}
      {lists.map(({ name, brackets }, index) => (
        <g key={name} class={seriesOf(index)}>
          <path
            class="drop"
            d={brackets
              .slice(1)
              .map(({ minQuantity, price }, at) => {
                return `M${x(minQuantity)} ${y(brackets[at]?.price ?? price)}V${y(price)}`;
              })
              .join('')}
          />
          <path
            class="line"
            d={brackets
              .map(({ minQuantity, price }, at) => {
                const to = brackets[at + 1]?.minQuantity ?? end;
                return `M${x(minQuantity)} ${y(price)}H${x(to)}`;
              })
              .join('')}
          />
        </g>
      ))}
    </svg>
  );
}

function seriesOf(index: number): string {
  return `series-${index % seriesStyles}`;
}

/** Returns three to six round prices at equal distances around all prices: `[7, 18]` → `[5, 10, 15, 20]`. */
function axisPrices(prices: readonly number[]): number[] {
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const span = high - low || high || 1;
  const power = 10 ** Math.floor(Math.log10(span / 3));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => span / each <= 4) ?? span;
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  // A single price would otherwise get only one or two lines.
  const count = Math.max(last - first, 2) + 1;
  return Array.from({ length: count }, (_, at) => Number(((first + at) * step).toFixed(4)));
}
