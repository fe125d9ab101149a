/** Tests of the rules about the files of the content folder: their names, encoding and kind. */
import { pictureOf } from '../../../../../helpers/pictures.ts';
import { remove, replace, rewrite, write } from '../edited-content.ts';
import { accepts, finds, findsOnly, ignores, type RuleRows } from '../rule-rows.ts';

const tee = 'products/TEE-1.json';
const teeFront = 'drawings/tee-front.svg';
const latin1 = (file: string, from: string, to: string) =>
  rewrite(file, (text) => Buffer.from(text.replace(from, to), 'latin1'));
const windows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`;
const more = 'fix this to see more';
const utf16 = `is UTF-16; save it as UTF-8 text; ${more}`;
const notUtf8 = 'this character is not UTF-8; save the file as UTF-8; fix this to see more';

const unreadFiles = [
  ['products/TEE.jsn', 'products/TEE.json'],
  ['products/old/TEE-2.json', 'products/TEE-2.json'],
  ['products/TEE-2.json.bak', 'products/TEE-2.json'],
  ['drawings/cap-front.png', 'drawings/cap-front.svg'],
  ['brand.json', 'brands.json'],
  ['Inventory.CSV', 'inventory.csv'],
] as const;

const unreleasedAssets = [
  'assets/icons/embroidery.svg.gz',
  'assets/icons/embroidery.svg.br',
  'assets/guide.pdf',
  'assets/animated.gif',
];
const notReleased =
  'is not released: it is no picture (.svg, .png, .jpg, .jpeg, .webp, .avif), or its path has more than letters, digits, . _ -';

export const files: RuleRows = {
  'file/unreadable': [
    finds(
      'files that are missing',
      [remove('brands.json'), remove('prices/net-A3.csv')],
      ['brands.json is missing; add it', 'prices/net-A3.csv is missing; add it'],
    ),
  ],
  'file/empty': [
    finds(
      'a file without a text, with the columns of a table',
      [write(tee), write('brands.json', ' \n\n'), write('active-products.csv', '\n')],
      [
        'active-products.csv is empty; its first line is sku,company',
        'brands.json is empty; write its content',
        `${tee} is empty; write its content`,
      ],
    ),
    findsOnly(
      'an empty drawing',
      write(teeFront, '\uFEFF\n'),
      `${teeFront} is empty; write its content`,
    ),
  ],
  'file/no-svg': [
    findsOnly(
      'a picture with the name of a drawing',
      write(teeFront, pictureOf('png')),
      `${teeFront} is no SVG: it is PNG`,
    ),
    findsOnly(
      'a drawing that is a text or an HTML page',
      [write(teeFront, 'Hello, world!\n'), write('drawings/tee-back.svg', '<!doctype html>')],
      ['drawings/tee-back.svg is no SVG: it is an HTML page', `${teeFront} is no SVG: it is text`],
    ),
    accepts(
      'a drawing with a byte order mark, a declaration and a comment',
      rewrite(teeFront, (svg) => `\uFEFF<?xml version="1.0"?>\n<!-- Tee -->\n${svg}`),
    ),
  ],
  'file/encoding': [
    finds(
      'the first character that is not UTF-8',
      [latin1(tee, 'Taille petit', 'Taillé petit'), latin1('inventory.csv', 'TEE', 'TÉE')],
      [`inventory.csv:5:2 ${notUtf8}`, `${tee}:38:17 ${notUtf8}`],
    ),
    finds(
      'UTF-16, which spreadsheets save as “Unicode text”',
      [tee, 'prices/msrp.csv'].map((file) =>
        rewrite(file, (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')),
      ),
      [`prices/msrp.csv ${utf16}`, `${tee} ${utf16}`],
    ),
    finds(
      'UTF-16 without a byte order mark',
      [tee, 'prices/msrp.csv'].map((file) => rewrite(file, (text) => Buffer.from(text, 'utf16le'))),
      [`prices/msrp.csv ${utf16}`, `${tee} ${utf16}`],
    ),
    findsOnly(
      'drawings in UTF-16 and in Latin-1',
      [
        rewrite(teeFront, (svg) => Buffer.from(`\uFEFF${svg}`, 'utf16le')),
        write('drawings/tee-back.svg', Buffer.from('<svg>\n<!-- dos, côté -->\n</svg>', 'latin1')),
      ],
      [`drawings/tee-back.svg:2:12 ${notUtf8}`, `${teeFront} ${utf16}`],
    ),
    finds(
      'a workbook that was renamed to a table',
      rewrite('prices/msrp.csv', () => Buffer.from('504b030414000600', 'hex')),
      `prices/msrp.csv is an Excel or LibreOffice workbook; save it as UTF-8 text; ${more}`,
    ),
    accepts(
      'a byte order mark and Windows line ends',
      ...[tee, 'inventory.csv', 'brands.json'].map((file) => rewrite(file, windows)),
    ),
  ],
  'catalogue/unexpected-file': [
    ...unreadFiles.map(([file, suggestion]) =>
      finds(
        `a file that the compiler does not read, with a suggestion: ${file}`,
        write(file),
        `${file} warning is not read: no file of the content has this name [${suggestion}]`,
      ),
    ),
    finds(
      'a copy beside a product file, whose name it must not get',
      write('products/TEE-1.json.bak'),
      'products/TEE-1.json.bak warning is not read: no file of the content has this name; products/TEE-1.json exists, so remove this file',
    ),
    finds(
      'a file whose name is similar to no other, without a suggestion',
      write('notes.txt'),
      'notes.txt warning is not read: no file of the content has this name',
    ),
    finds('prices of an unknown tier, with the price tables', write('prices/net-A9.csv'), {
      is: 'prices/net-A9.csv warning is not read: "A9" is not among the tiers of catalogue.json',
      allowed: ['prices/net-A1.csv', 'prices/net-A3.csv'],
    }),
    ignores(
      'prices of any tier while a tier is invalid',
      write('prices/net-A9.csv'),
      replace('catalogue.json', '"A1"', '1'),
    ),
    ...unreleasedAssets.map((file) =>
      finds(
        `an asset that no product can name: ${file}`,
        write(file),
        `${file} warning ${notReleased}`,
      ),
    ),
    finds(
      'pictures whose names have other characters, with the names that they need',
      [write('assets/photo 1.png'), write('assets/vues/Été (2) .JPG')],
      [
        `assets/photo 1.png warning ${notReleased} [assets/photo-1.png]`,
        `assets/vues/Été (2) .JPG warning ${notReleased} [assets/vues/Ete-2.JPG]`,
      ],
    ),
    ignores(
      'notes, schemas, and pictures with extensions in either case',
      ...['README.md', 'assets/notes.md', 'schemas/product.json', 'assets/a/b.PNG'].map((file) =>
        write(file),
      ),
    ),
  ],
};
