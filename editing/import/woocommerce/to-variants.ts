/** Creates the variants of a WooCommerce product from its variations or the values of its attributes. */

import type { NeutralOption, NeutralStock, NeutralVariant } from '../neutral.ts';
import type { Omissions } from '../omissions.ts';
import { kindNamed } from '../options/propose-options.ts';
import { dayOf, type SourceRow } from '../source-table.ts';
import type { ReadYesOrNo, YesOrNoColumn } from '../yes-or-no.ts';
import { columns, type ReadCell, splitList } from './woocommerce-cells.ts';

const inStock: YesOrNoColumn = {
  ...{ names: columns.inStock, empty: true, unknown: true },
  words: new Map([['backorder', true]]),
};

interface Reading {
  readonly cell: ReadCell;
  readonly isYes: ReadYesOrNo;
  readonly omissions: Omissions;
}

/** Highest number of an attribute column that is read. Exports number these columns from 1 and may skip numbers. */
const maxAttributes = 20;

/**
 * Returns the variants of a WooCommerce product. `variations` are the `variation` rows of a `variable` product, and
 * undefined for a `simple` product. Each variation row is one variant or, if it has no value for an attribute, one
 * variant for each value that the product has for this attribute. A `simple` product has one variant for each
 * combination of its colours and sizes. If a row stands for several variants, they do not get its ids and stock, which
 * are added to the omissions.
 */
export function toVariants(
  product: SourceRow,
  variations: readonly SourceRow[] | undefined,
  reading: Reading,
): NeutralVariant[] {
  const attributes = attributesOf(product, reading.cell);
  if (variations === undefined) {
    // Several values of a colour or size are variants; several values of another attribute describe the product.
    const own = attributes.map(([name, values]): [string, string[]] => [
      name,
      kindNamed(name) === undefined ? [values.join(', ')] : values,
    ]);
    return expand(product, own, product, reading);
  }
  // A variation without a value for an attribute means all values that its product has.
  return variations.flatMap((row) => {
    const own = new Map(attributesOf(row, reading.cell));
    const found = [...own].map(([name, values]): [string, string[]] => [
      name,
      values.length > 0 ? values : (new Map(attributes).get(name) ?? []),
    ]);
    return expand(row, found, product, reading);
  });
}

function attributesOf(row: SourceRow, cell: ReadCell): [name: string, values: string[]][] {
  return Array.from({ length: maxAttributes }, (_, index) => index + 1).flatMap(
    (number): [string, string[]][] => {
      const name = cell(row, 'attribute', number);
      return name === '' ? [] : [[name, splitList(cell(row, 'values', number))]];
    },
  );
}

/**
 * Returns one variant for each combination of attribute values. If a row results in several variants, its ids and stock
 * are left out and added to `omissions`, because they cannot be divided among the variants.
 */
function expand(
  row: SourceRow,
  attributes: readonly (readonly [name: string, values: readonly string[]])[],
  product: SourceRow,
  { cell, isYes, omissions }: Reading,
): NeutralVariant[] {
  const combinations = attributes
    .filter(([, values]) => values.length > 0)
    .reduce<NeutralOption[][]>(
      (before, [name, values]) =>
        before.flatMap((options) =>
          values.map((value) => [...options, { name, value: { source: value } }]),
        ),
      [[]],
    );
  const isOne = combinations.length === 1;
  const code = cell(row, 'sku');
  const gtin = cell(row, 'gtin');
  const stock = stockOf(row, { cell, isYes });
  if (!isOne && (`${code}${gtin}` !== '' || stock.length > 0)) {
    const advice = `it stands for ${combinations.length} variants`;
    const name = code || gtin || cell(row, 'name');
    omissions.add('ids and stock of rows that stand for several variants', { name, row, advice });
  }
  const pictures = row === product ? [] : splitList(cell(row, 'images'));
  return combinations.map((options) => ({
    ...{ row, options, pictures },
    code: isOne ? code : '',
    gtin: isOne ? gtin : '',
    prices: pricesOf(row, cell),
    stock: isOne ? stock : [],
  }));
}

function pricesOf(row: SourceRow, cell: ReadCell): NeutralVariant['prices'] {
  const regular = cell(row, 'regular');
  const sale = cell(row, 'sale');
  const [from, until] = [dayOf(cell(row, 'saleFrom')), dayOf(cell(row, 'saleUntil'))];
  if (regular === '' && sale === '') return {};
  return {
    source:
      sale === '' || regular === ''
        ? { price: regular || sale }
        : { price: regular, sale: { price: sale, from, until } },
  };
}

/**
 * Returns a list with the stock of a row: the number in the row, or 0 if the row has no number and is out of stock.
 * Otherwise the stock is unknown and the list is empty. A variation that shares the stock of its product has no number.
 */
function stockOf(row: SourceRow, { cell, isYes }: Pick<Reading, 'cell' | 'isYes'>): NeutralStock[] {
  const quantity = cell(row, 'stock');
  if (quantity !== '' && quantity !== 'parent') return [{ location: undefined, quantity }];
  return isYes(row, inStock) ? [] : [{ location: undefined, quantity: '0' }];
}
