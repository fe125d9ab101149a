/** Tests of the rules about files: their names, encoding and kind, and the pictures that products show. */
import { kinds, pictureOf, pictureOfSize } from '../../../../../helpers/pictures.ts';
import { copy, type Edit, remove, rename, rewrite, rewriteJson, write } from '../edited-content.ts';
import { accepts, finds, ignores, only, type RuleRows } from '../rule-rows.ts';

const tee = 'products/TEE-1.json';
const usa = 'products/USA-4.json';
const msrp = 'prices/msrp.csv';
const teeFront = 'drawings/tee-front.svg';
const photo = 'photos/stateside.png';
const noPhoto = remove(`assets/${photo}`);

const encoded = (file: string, encoding: 'latin1' | 'utf16le', mark = '') =>
  rewrite(file, (text) => Buffer.from(`${mark}${text}`, encoding));
const latin1 = (file: string, from: string, to: string) =>
  rewrite(file, (text) => Buffer.from(text.replace(from, to), 'latin1'));

const unreadFiles = {
  'products/old/TEE-2.json': 'products/TEE-2.json',
  'drawings/cap-front.png': 'drawings/cap-front.svg',
  'brand.json': 'brands.json',
  'assets/vues/Été (2) .JPG': 'assets/vues/Ete-2.JPG',
};

const unreadable = ['products/TEE-1.json.bak', 'prices/net-A9.csv', 'assets/a.pdf'];

/** Returns an edit that gives each colour of TEE-1 pictures on another host, by their file names. */
const colorsWith = (...names: readonly (readonly string[])[]): Edit =>
  rewriteJson(tee, (product: { readonly colors: readonly object[] }) => {
    const url = (name: string) => `https://cdn.example.test/${name}`;
    const colors = product.colors.map((color, at) => ({ ...color, images: names[at]?.map(url) }));
    return { ...product, colors };
  });

export const files: RuleRows = {
  'file/unreadable': [
    finds(
      'files that are missing',
      ['', '@ prices/net-A3.csv'],
      remove('brands.json'),
      remove('prices/net-A3.csv'),
    ),
  ],
  'file/empty': [
    finds(
      'files without a text',
      ['', '@ brands.json', `@ ${tee}`],
      ...[write('active-products.csv', '\n'), write('brands.json', ' \n\n'), write(tee)],
    ),
    only('an empty drawing', '', write(teeFront, '\uFEFF\n')),
  ],
  'file/no-svg': [only('a picture named .svg', '', write(teeFront, pictureOf('png')))],
  'file/encoding': [
    finds(
      'the first character that is not UTF-8',
      ['\uFFFD', `\uFFFD @ ${tee}`],
      latin1('inventory.csv', 'TEE', 'TÉE'),
      latin1(tee, 'Taille petit', 'Taillé petit'),
    ),
    ...['\uFEFF', ''].map((mark) =>
      finds(
        'UTF-16, which spreadsheets save as “Unicode text”',
        ['', `@ ${tee}`],
        ...[msrp, tee].map((file) => encoded(file, 'utf16le', mark)),
      ),
    ),
    finds('a workbook with a table’s name', '', write(msrp, Buffer.from('504b0304140006', 'hex'))),
    accepts(
      'a byte order mark and Windows line ends',
      ...[tee, 'inventory.csv', 'brands.json'].map((file) =>
        rewrite(file, (text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`),
      ),
    ),
  ],
  'catalogue/unexpected-file': [
    ...Object.entries(unreadFiles).map(([file, name]) => finds(file, `→ ${name}`, write(file))),
    ...unreadable.map((file) => finds(file, '', write(file))),
    ignores(
      'notes, schemas, and pictures with extensions in either case',
      ...['README.md', 'assets/notes.md', 'schemas/product.json', 'assets/a/b.PNG'].map((file) =>
        write(file),
      ),
    ),
  ],
  'asset/no-picture': [
    ...Object.entries({
      'photo.png': '<!doctype html><title>Not found</title>',
      'photo.avif': '',
      'cut.jpg': pictureOf('jpg').subarray(0, -20),
    }).map(([name, bytes]) => finds(name, '', write(`assets/${name}`, bytes))),
    ignores(
      'pictures of each format, and files that are not released',
      ...kinds.map((kind) => write(`assets/photo.${kind}`, pictureOf(kind))),
      write('assets/photo.svg', '<?xml version="1.0"?>\n<svg/>'),
      write('assets/photo.gif', 'GIF89a'),
    ),
  ],
  'asset/other-kind': [
    finds('a PNG named .jpg', '→ assets/a/b.c.png', write('assets/a/b.c.jpg', pictureOf('png'))),
  ],
  'asset/large': [
    finds(
      'more bytes',
      '',
      write('assets/a.png', Buffer.concat([pictureOf('png'), Buffer.alloc(1e6)])),
    ),
    finds('more pixels', '', write('assets/a.avif', pictureOfSize('avif', 300, 4_001))),
    ignores(
      'a picture of the maximum size',
      write(
        'assets/a.png',
        Buffer.concat([pictureOfSize('png', 4_000, 4_000), Buffer.alloc(1e6)]).subarray(0, 1e6),
      ),
    ),
  ],
  'product/unknown-asset': [
    finds('a missing picture, in every field that names it', `"${photo}" ×2 @ ${usa}`, noPhoto),
    only(
      'a picture whose name has a space, which is not also an unexpected file',
      `"photos/a-1.png" ×2 @ ${usa}`,
      rename(`assets/${photo}`, 'assets/photos/a 1.png'),
      rewrite(usa, (text) => text.replaceAll(photo, 'photos/a-1.png')),
    ),
  ],
  'product/same-image': [
    finds(
      'several pictures of another product once, at the second product',
      '"https://cdn.example.test/a.jpg" @ products/TEE-9.json',
      colorsWith(['a.jpg', 'b.jpg', 'c.jpg']),
      copy(tee, 'products/TEE-9.json', { sku: 'TEE-9' }),
    ),
  ],
  'product/same-color-image': [
    finds(
      'a picture of another colour once, at the second colour',
      '"https://cdn.example.test/a.jpg"',
      colorsWith(['a.jpg', 'b.jpg'], ['c.jpg', 'a.jpg', 'a.jpg']),
    ),
  ],
};
