/** Price against quantity as steps, a line a list. The table beside it says the same in figures. */
import type { PriceTier } from '../../../../contract/schemas/pricing.ts';
import { type PriceList, quantitiesOf } from '../price-lists.ts';
import { say } from '../words.ts';

const box = { width: 480, height: 280, left: 56, right: 52, top: 16, bottom: 34 };
/** Names of lines stand apart at least by this. */
const lineHeight = 16;

export function PriceChart({
  lists,
  money,
}: {
  lists: readonly PriceList[];
  money: (amount: number) => string;
}) {
  const priced = lists.filter(({ tiers }) => tiers.length > 0);
  const prices = priced.flatMap(({ tiers }) => tiers.map(({ price }) => price));
  const quantities = quantitiesOf(priced);
  const [first = 1, last = 1] = [quantities[0], quantities.at(-1)];
  if (prices.length === 0) return null;
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const end = last * 1.5;
  const x = scale([Math.log(first), Math.log(end)], [box.left, box.width - box.right]);
  const y = scale([low, high], [box.height - box.bottom, box.top]);
  const names = apart(priced.map(({ tiers }) => y((tiers.at(-1) as PriceTier).price)));
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${box.width} ${box.height}`}
      role="img"
      aria-label={say('chart')}
    >
      {[low, (low + high) / 2, high].map((price) => (
        <g key={price}>
          <line class="grid" x1={box.left} x2={box.width - box.right} y1={y(price)} y2={y(price)} />
          <text x={box.left - 6} y={y(price) + 4} text-anchor="end">
            {money(price)}
          </text>
        </g>
      ))}
      {quantities.map((quantity) => (
        <text key={quantity} x={x(Math.log(quantity))} y={box.height - 12} text-anchor="middle">
          {quantity}
        </text>
      ))}
      {priced.map(({ name, kind, tiers }, index) => (
        <g key={name} class={kind}>
          <path class="line" d={stepPath(tiers, { x: (at) => x(Math.log(at)), y, end })} />
          <text x={box.width - box.right + 6} y={(names[index] ?? 0) + 4}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}

type Scale = (value: number) => number;

function scale([from, to]: [number, number], [start, end]: [number, number]): Scale {
  const span = to - from || 1;
  return (value) => start + ((value - from) / span) * (end - start);
}

/** Horizontal over each bracket, down to the next. */
function stepPath(tiers: readonly PriceTier[], { x, y, end }: { x: Scale; y: Scale; end: number }) {
  return tiers
    .map(({ minQuantity, price }, index) => {
      const to = tiers[index + 1]?.minQuantity ?? end;
      return `${index === 0 ? 'M' : 'L'}${x(minQuantity)} ${y(price)}H${x(to)}`;
    })
    .join('');
}

/** The same heights, moved down where two would overlap. */
function apart(heights: readonly number[]): number[] {
  const order = heights
    .map((_, index) => index)
    .sort((a, b) => Number(heights[a]) - Number(heights[b]));
  const moved = [...heights];
  let above = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    above = Math.max(Number(heights[index]), above + lineHeight);
    moved[index] = above;
  }
  return moved;
}
