/** The chart of prices by quantity: a stepped line for each price list. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PriceTier } from '../../../contract/schemas/pricing.ts';
import { money, text } from './texts.ts';

/** The prices of a product by quantity, and the surcharges of sizes. */
export interface PriceList {
  readonly name: string;
  readonly brackets: readonly PriceTier[];
  /** Size → surcharge for a piece. */
  readonly surcharges: Readonly<Record<string, number>>;
}

/** Returns the quantities at which the brackets of all lists begin, ascending, without duplicates: `[12, 24, 48]`. */
export function quantitiesOf(lists: readonly PriceList[]): number[] {
  const all = lists.flatMap(({ brackets }) => brackets.map(({ minQuantity }) => minQuantity));
  return [...new Set(all)].sort((a, b) => a - b);
}

/** Returns the bracket that contains a quantity; undefined if there is none. */
export function bracketAt({ brackets }: PriceList, quantity: number): PriceTier | undefined {
  return brackets.find(
    ({ minQuantity, maxQuantity }) =>
      minQuantity <= quantity && (maxQuantity === null || quantity <= maxQuantity),
  );
}

const height = 280;
const [left, right, top, bottom] = [60, 16, 14, 252];
/** Smallest distance between the labels of quantities, in pixels. */
const labelDistance = 34;

/** Colours of the lines, in light and dark. */
const colors = [
  '#1f5c4d, #7fd1ba',
  '#8a3ffc, #be95ff',
  '#b25000, #ff9d57',
  '#005d9e, #78c1ff',
].concat(['#9f1853, #ff7eb6', '#55585e, #c1c7cd', '#6c5b00, #e8d12f']);

/** Returns the style of the line at a position in a list of lines. */
export function lineStyle(index: number) {
  return { color: `light-dark(${colors[index % colors.length]})` };
}

/** A short sample of a list's line, for the head of its column in the table. */
export function LineKey({ index }: { index: number }) {
  return (
    <svg style={lineStyle(index)} viewBox="0 0 24 8" width="24" height="8" aria-hidden="true">
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
  const prices = lists.flatMap(({ brackets }) => brackets.map(({ price }) => price));
  const quantities = quantitiesOf(lists);
  const [first = 1, last = 1] = [quantities[0], quantities.at(-1)];
  const end = width - right;
  const grid = axisPrices(prices);
  const [low = 0, high = 1] = [grid[0], grid.at(-1)];
  // A logarithmic axis: brackets usually double. The last one has no end.
  const x = (quantity: number) =>
    left + ((end - left) * Math.log(quantity / first)) / Math.log((last * 1.5) / first);
  const y = (price: number) => bottom - ((bottom - top) * (price - low)) / (high - low);
  const labels: number[] = [];
  for (const quantity of quantities) {
    const previous = labels.at(-1);
    if (!previous || x(quantity) - x(previous) >= labelDistance) labels.push(quantity);
  }
  return (
    <div class="chart" ref={frame}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={text('chart')}>
        {grid.map((price) => (
          <g key={price}>
            <path class="grid" d={`M${left} ${y(price)}H${end}`} />
            <text x={left - 8} y={y(price) + 4} text-anchor="end">
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
          <path
            key={name}
            class="line"
            style={lineStyle(index)}
            d={brackets
              .map(({ minQuantity, price }, at) => {
                const next = brackets[at + 1]?.minQuantity;
                return `${at === 0 ? 'M' : 'L'}${x(minQuantity)} ${y(price)}H${next ? x(next) : end}`;
              })
              .join('')}
          />
        ))}
      </svg>
    </div>
  );
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
