/**
 * Tests shared by the rules which require that the size in a table row is a size of the product.
 */
import { append, replace } from '../edited-content.ts';
import { finds, ignores, type Row } from '../rule-rows.ts';

/**
 * Returns the tests of the sizes in the table `file`; each test appends table rows of TEE-1. `first` is the position
 * of the first appended size, as `line:column`; `rowsOf` returns two table rows with a given size.
 */
export function sizesOfRows(
  file: string,
  first: string,
  rowsOf: (size: string) => readonly [string, string],
): readonly Row[] {
  const misspelt = append(file, rowsOf('2XM').join(''));
  return [
    finds('a misspelt size once, with a suggestion', misspelt, {
      is: `${file}:${first} "2XM" is not a size of TEE-1; correct it or remove the 2 rows [2XL]`,
      allowed: ['S', 'M', '2XL'],
    }),
    finds(
      'another spelling of a size, with the spelling of the product',
      append(file, rowsOf('XXL')[0]),
      `${file}:${first} "XXL" is not a size of TEE-1; correct it or remove the row [2XL]`,
    ),
    finds(
      'a size that ends with a space',
      append(file, rowsOf('2XL\u00A0')[0]),
      `${file}:${first} "2XL\u00A0" begins or ends with a space; remove it [2XL]`,
    ),
    finds(
      'a size that a spreadsheet changed to a date',
      append(file, rowsOf('2-Jan')[0]),
      `${file}:${first} "2-Jan" looks like a date that a spreadsheet made of a size; format the column as text and write the value again`,
    ),
    finds(
      'a size that the product lacks',
      append(file, rowsOf('L')[0]),
      `${file}:${first} "L" is not a size of TEE-1; correct it or remove the row`,
    ),
    ignores(
      'any size while a size of the product is invalid',
      misspelt,
      replace('products/TEE-1.json', '"2XL"', '22'),
    ),
  ];
}
