/** Tests shared by the rules which require that the size in a table row is a size of the product. */
import { append, replace } from '../edited-content.ts';
import { finds, ignores, type Row } from '../rule-rows.ts';

/** Returns the tests of the sizes in a table; `rowsOf` returns two table rows of TEE-1 with a given size. */
export function sizesOfRows(
  file: string,
  rowsOf: (size: string) => readonly [string, string],
): readonly Row[] {
  const misspelt = append(file, ...rowsOf('2XM'));
  const expected = { XXL: 'XXL → 2XL', '2XL\u00A0': '2XL\u00A0 → 2XL', '2-Jan': '2-Jan', L: 'L' };
  return [
    finds('a misspelt size once', '2XM → 2XL', misspelt),
    ...Object.entries(expected).map(([size, found]) =>
      finds(`the size ${size}`, found, append(file, rowsOf(size)[0])),
    ),
    ignores('an invalid product size', misspelt, replace('products/TEE-1.json', '"2XL"', '22')),
  ];
}
