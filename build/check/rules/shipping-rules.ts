/** Rules about trade data, of products and of variants that differ from their product. */
import type { Shipping } from '../../../contract/schemas/shipping.ts';
import { shippingOf } from '../../content/schemas/tables.ts';
import { rowsOfProducts } from './rows-of-products.ts';
import type { ContentRule } from './rule.ts';

const file = 'variants.csv';
const grams = { g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237 } as const;
const columns = {
  ...{ cartonWeight: 'carton_weight', pieceWeight: 'piece_weight', casePack: 'case_pack' },
  leadTime: 'lead_time_maximum',
} as const;

/**
 * Returns the `check` method of a rule about the trade data of a product, and of its variants. `find` gets what is written
 * at a place, and this with what a variant has from its product; it returns the member with a fault, and the message.
 */
function checkShipping(
  find: (
    own: Shipping,
    all: Shipping,
  ) => readonly [member: keyof typeof columns, message: string] | undefined,
): ContentRule['check'] {
  return function* (content) {
    for (const { file, product } of content.products) {
      const { shipping = {} } = product;
      const [member, message] = find(shipping, shipping) ?? [];
      if (member && message) yield { file, path: ['shipping', member], message };
    }
    const { variants } = content;
    for (const { product, rows } of rowsOfProducts(content, variants)) {
      for (const row of rows) {
        const own = shippingOf(row);
        const [member, message] = (own && find(own, { ...product.shipping, ...own })) ?? [];
        const { line } = row;
        if (member && message)
          yield { file: variants.file, line, column: columns[member], message };
      }
    }
  };
}

/** Rules about the trade data of one product. */
export const shippingRules: readonly ContentRule[] = [
  {
    id: 'shipping/lighter-carton',
    severity: 'error',
    summary: 'A full carton is not lighter than its pieces.',
    remedy: 'Correct the weight of the carton or of a piece, or the number of pieces.',
    example: {
      file,
      broken: 'sku,color,size,piece_weight,case_pack,carton_weight\nTEE-1,navy,S,190 g,24,3 kg\n',
    },
    check: checkShipping((own, { cartonWeight: carton, pieceWeight: piece, casePack }) => {
      const members = ['cartonWeight', 'pieceWeight', 'casePack'] as const;
      const member = members.find((each) => own[each] !== undefined);
      if (!member || !carton || !piece || !casePack) return undefined;
      if (carton.value * grams[carton.unit] >= casePack * piece.value * grams[piece.unit]) {
        return undefined;
      }
      const message = `a carton of ${carton.value} ${carton.unit} is lighter than its ${casePack} pieces of ${piece.value} ${piece.unit}`;
      return [member, message];
    }),
  },
  {
    id: 'shipping/lead-time',
    severity: 'error',
    summary: 'The maximum of a lead time is not below its minimum.',
    remedy: 'Correct or exchange the two.',
    example: {
      file,
      broken: 'sku,color,size,lead_time_minimum,lead_time_maximum\nTEE-1,navy,S,9,4\n',
    },
    check: checkShipping(({ leadTime: { minimum = 0, maximum = 0 } = {} }) => {
      if (minimum <= maximum) return undefined;
      return ['leadTime', `the maximum, ${maximum} days, is below the minimum, ${minimum}`];
    }),
  },
];
