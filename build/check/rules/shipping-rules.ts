/** Rules about trade data, of products and of variants that differ from their product. */
import type { Shipping } from '../../../contract/schemas/shipping.ts';
import type { Fault } from '../../content/findings/finding.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { shippingOf } from '../../content/schemas/tables.ts';
import { rowsOfProducts } from './rows-of-products.ts';
import type { ContentRule } from './rule.ts';

const grams = { g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237 } as const;

/** Trade data to check: of a product, or of a variant together with that of its product. */
interface TradeData {
  readonly shipping: Shipping;
  /** The members that are written at this place; those of a variant override those of its product. */
  readonly own: Shipping;
  /** Returns where a member is written. */
  placeOf(member: keyof Shipping): Pick<Fault, 'file' | 'path' | 'line' | 'column'>;
}

const columns: Readonly<Partial<Record<keyof Shipping, string>>> = {
  ...{ pieceWeight: 'piece_weight', casePack: 'case_pack', cartonWeight: 'carton_weight' },
  leadTime: 'lead_time_maximum',
};

function* tradeData(content: PartialContent): Generator<TradeData> {
  for (const { file, product } of content.products) {
    const { shipping } = product;
    const placeOf = (member: keyof Shipping) => ({ file, path: ['shipping', member] });
    if (shipping !== undefined) yield { shipping, own: shipping, placeOf };
  }
  const { file } = content.variants;
  for (const { product, rows } of rowsOfProducts(content, content.variants)) {
    for (const { line, ...row } of rows) {
      const own = shippingOf(row);
      const placeOf = (member: keyof Shipping) => ({
        file,
        line,
        column: columns[member] ?? 'sku',
      });
      if (own !== undefined) yield { shipping: { ...product.shipping, ...own }, own, placeOf };
    }
  }
}

const lighterCarton: ContentRule = {
  id: 'shipping/lighter-carton',
  severity: 'error',
  summary: 'A full carton is not lighter than its pieces.',
  remedy: 'Correct the weight of the carton or of a piece, or the number of pieces.',
  *check(content) {
    const members = ['cartonWeight', 'pieceWeight', 'casePack'] as const;
    for (const { shipping, own, placeOf } of tradeData(content)) {
      const { pieceWeight: piece, cartonWeight: carton, casePack } = shipping;
      const changed = members.find((member) => own[member] !== undefined);
      if (!piece || !carton || !casePack || !changed) continue;
      if (carton.value * grams[carton.unit] >= casePack * piece.value * grams[piece.unit]) continue;
      const message = `a carton of ${carton.value} ${carton.unit} is lighter than its ${casePack} pieces of ${piece.value} ${piece.unit}`;
      yield { ...placeOf(changed), message };
    }
  },
};

const leadTime: ContentRule = {
  id: 'shipping/lead-time',
  severity: 'error',
  summary: 'The maximum of a lead time is not below its minimum.',
  remedy: 'Correct or exchange the two.',
  *check(content) {
    for (const { own, placeOf } of tradeData(content)) {
      const { minimum = 0, maximum = 0 } = own.leadTime ?? {};
      if (minimum <= maximum) continue;
      const message = `the maximum, ${maximum} days, is below the minimum, ${minimum}`;
      yield { ...placeOf('leadTime'), message };
    }
  },
};

/** The rules about trade data. */
export const shippingRules: readonly ContentRule[] = [lighterCarton, leadTime];
