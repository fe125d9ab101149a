/** Rules about files as such: which ones the content folder has, their encoding, and the pictures. */
import { remove, replace, rewrite, write } from '../edited-content.ts';
import { accepts, finds, ignores, type RuleRows } from '../rule-rows.ts';

const tee = 'products/TEE-1.json';
const usa = 'products/USA-4.json';
const latin1 = (file: string, from: string, to: string) =>
  rewrite(file, (text) => Buffer.from(text.replace(from, to), 'latin1'));
const windows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`;
const utf16 = 'is UTF-16; save it as UTF-8; fix this to see more';
const notUtf8 = 'this character is not UTF-8; save the file as UTF-8; fix this to see more';

const unreadFiles = [
  ['products/TEE.jsn', 'products/TEE.json'],
  ['products/old/TEE-2.json', 'products/TEE-2.json'],
  ['products/TEE-2.json.bak', 'products/TEE-2.json'],
  ['drawings/tee-front.png', 'drawings/tee-front.svg'],
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

const sharedImage = '"images": ["photos/stateside.png"]';

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
      'a file that is like no other, without a suggestion',
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
      'notes, schemas, and pictures with endings in either case',
      ...['README.md', 'assets/notes.md', 'schemas/product.json', 'assets/a/b.PNG'].map((file) =>
        write(file),
      ),
    ),
  ],
  'product/unknown-asset': [
    finds(
      'a picture that is missing, wherever the product names it',
      remove('assets/photos/stateside.png'),
      [
        `${usa}:32:15 "photos/stateside.png" is not in assets/`,
        `${usa}:50:9 "photos/stateside.png" is not in assets/`,
      ],
    ),
    finds(
      'a misspelt picture, with a suggestion',
      replace(usa, 'photos/stateside.png', 'photos/statesite.png'),
      `${usa}:32:15 "photos/statesite.png" is not in assets/ [photos/stateside.png]`,
    ),
  ],
  'product/unknown-drawing': [
    finds(
      'a drawing that does not exist, with a suggestion',
      replace('products/HOOD-2.json', '"hoodie"', '"hoodi"'),
      {
        is: 'products/HOOD-2.json:53:14 "hoodi" is not drawn from both sides: drawings/ has no hoodi-front.svg and no hoodi-back.svg [hoodie]',
        allowed: ['hoodie', 'tee'],
      },
    ),
    finds(
      'a drawing that does not exist, without a suggestion of one that has a single side',
      [write('drawings/cap-front.svg'), replace('products/HOOD-2.json', '"hoodie"', '"capp"')],
      'products/HOOD-2.json:53:14 "capp" is not drawn from both sides: drawings/ has no capp-front.svg and no capp-back.svg',
    ),
    finds(
      'a drawing without its back, without a suggestion',
      remove('drawings/hoodie-back.svg'),
      'products/HOOD-2.json:53:14 "hoodie" is not drawn from both sides: drawings/ has no hoodie-back.svg',
    ),
  ],
  'product/same-image': [
    finds(
      'a picture of another product once, at the second product',
      replace(
        tee,
        '"color": "navy"\n    },',
        `"color": "navy", ${sharedImage}\n    }, { "color": "bright", ${sharedImage} },`,
      ),
      `${usa}:32:15 warning "photos/stateside.png" is also a picture of ${tee}`,
    ),
  ],
  'shared/unknown-icon': [
    finds(
      'an icon that is missing',
      remove('assets/icons/embroidery.svg'),
      'decorations.json:13:15 "icons/embroidery.svg" is not in assets/',
    ),
    finds(
      'a misspelt icon, with a suggestion',
      replace('decorations.json', 'icons/embroidery', 'icons/embroiderie'),
      'decorations.json:13:15 "icons/embroiderie.svg" is not in assets/ [icons/embroidery.svg]',
    ),
  ],
};
