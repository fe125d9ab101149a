/** The stock of a product. */
import type { LocaleView } from '../../responses.ts';
import { translate } from '../interface-texts.ts';
import { Swatch } from './swatch.tsx';
import { Table } from './table.tsx';

/** Number of background shades (`heat-1` to `heat-5`) in the style sheet. */
const levels = 5;

/** Shows the stock by colour and size in a table; a larger quantity has a darker background. */
export function Stock({ view: { detail } }: { view: LocaleView }) {
  const { colors, inventory, locale, pricing } = detail;
  const sizes = pricing.sizes.map(({ name }) => name);
  if (inventory.length === 0) return <p>{translate('noStock')}</p>;
  const most = Math.max(...inventory.map(({ quantity }) => quantity));
  const numbers = new Intl.NumberFormat(locale);
  const quantityOf = (color: string, size: string) =>
    inventory.find((row) => row.colorId === color && row.size === size)?.quantity;
  return (
    <Table
      caption={translate('stockCaption')}
      head={[...sizes, translate('total')]}
      rows={colors.map(({ id, name, swatches }) => {
        const quantities = sizes.map((size) => quantityOf(id, size));
        const total = quantities.reduce<number>((sum, quantity) => sum + (quantity ?? 0), 0);
        return {
          name: (
            <span class="colored">
              <Swatch swatches={swatches} /> {name}
            </span>
          ),
          cells: [
            ...quantities.map((quantity) =>
              quantity === undefined ? '–' : numbers.format(quantity),
            ),
            numbers.format(total),
          ],
          classes: [...quantities.map((quantity) => heat(quantity, most)), 'total'],
        };
      })}
    />
  );
}

/**
 * Returns the CSS class of a cell by its quantity (undefined: no such variant). `most` is the largest quantity in the
 * table. Shades follow the square root of the quantity, to distinguish small quantities.
 */
function heat(quantity: number | undefined, most: number): string {
  if (quantity === undefined) return 'no-row';
  if (quantity === 0) return 'sold-out';
  return `heat-${Math.ceil(Math.sqrt(quantity / most) * levels)}`;
}
