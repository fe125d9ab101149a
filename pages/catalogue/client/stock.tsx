/** The stock of a product by colour and size. */
import type { ProductDetail as Detail } from '../../../contract/schemas/product.ts';
import { Swatch, Table } from './parts.tsx';
import { day, number, text } from './texts.ts';

/** Shows the pieces in stock in a table, with what is on the way and when the stock was counted. */
export function Stock({ detail: { kind, colors, inventory, pricing, asOf } }: { detail: Detail }) {
  const isMade = kind.startsWith('made-to-order');
  if (inventory.length === 0) return <p>{text(isMade ? 'madeToOrder' : 'noStock')}</p>;
  const sizes = pricing.sizes.map(({ name }) => name);
  const most = Math.max(1, ...inventory.map(({ quantity }) => quantity));
  const rows = new Map(inventory.map((row) => [`${row.colorId} ${row.size}`, row]));
  const counted = colors.filter(({ id }) => inventory.some(({ colorId }) => colorId === id));
  return (
    <>
      <Table
        caption={text('stockCaption')}
        head={[text('color'), ...sizes, text('total')]}
        rows={counted.map(({ id, name, swatches }) => {
          const own = sizes.map((size) => rows.get(`${id} ${size}`));
          const total = own.reduce((sum, row) => sum + (row?.quantity ?? 0), 0);
          return {
            name: (
              <span class="colored">
                <Swatch swatches={swatches} /> {name}
              </span>
            ),
            cells: [...own.map((row) => (row ? <Cell row={row} /> : '–')), number(total)],
            // By the square root, so that small quantities differ too.
            shares: own.map((row) => Math.sqrt((row?.quantity ?? 0) / most)),
          };
        })}
      />
      {asOf && <p class="soft">{text('asOf', { date: day(asOf) })}</p>}
    </>
  );
}

/** A quantity, and the next delivery. */
function Cell({ row: { quantity, locations = [] } }: { row: Detail['inventory'][number] }) {
  const coming = locations.flatMap(({ incoming, incomingDate }) =>
    incoming && incomingDate ? [{ quantity: number(incoming), date: incomingDate }] : [],
  );
  const [next] = coming.sort((a, b) => a.date.localeCompare(b.date));
  return (
    <>
      {number(quantity)}
      {next && <small>{text('incoming', { ...next, date: day(next.date) })}</small>}
    </>
  );
}
