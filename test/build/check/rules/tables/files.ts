/** Tests of the rules about the files of the content folder: their names, encoding and pictures. */
import { kinds, pictureOf, pictureOfSize } from '../../../../helpers/pictures.ts';
import { remove, replace, rewrite, write } from '../edited-content.ts';
import { accepts, finds, ignores, type RuleRows } from '../rule-rows.ts';

const tee = 'products/TEE-1.json';
const usa = 'products/USA-4.json';
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

const most = Buffer.concat([pictureOfSize('png', 4_000, 4_000), Buffer.alloc(1_000_000)]).subarray(
  0,
  1_000_000,
);
const huge = Buffer.concat([pictureOfSize('jpg', 65_000, 2), Buffer.alloc(1_300_000)]);

const sharedImage = '"images": ["photos/stateside.png"]';

const servedKinds = ['SVG', 'PNG', 'JPEG', 'WebP', 'AVIF'];
const isNone = 'is no picture that is served: it is';
const large = '1 MB and 4,000 pixels on a side are enough';

export const files: RuleRows = {
  'asset/no-picture': [
    finds('a text file with the name of a picture', write('assets/photo.jpg', 'Hello, world!\n'), {
      is: `assets/photo.jpg ${isNone} text (14 bytes)`,
      allowed: servedKinds,
    }),
    finds(
      'HTML pages, empty files, truncated pictures and pictures of other formats',
      [
        write('assets/photo.png', '<!doctype html><title>Not found</title>'),
        write('assets/photo.avif'),
        write('assets/photo.webp', pictureOf('webp').subarray(0, 25)),
        write('assets/photo.JPG', 'GIF89a\u0001'),
      ],
      [
        `assets/photo.JPG ${isNone} a GIF (7 bytes)`,
        `assets/photo.avif ${isNone} empty`,
        `assets/photo.png ${isNone} an HTML page (39 bytes)`,
        `assets/photo.webp ${isNone} a damaged WebP (25 bytes)`,
      ],
    ),
    ignores(
      'pictures of each format, and files that are not released',
      ...kinds.map((kind) => write(`assets/photo.${kind}`, pictureOf(kind))),
      write('assets/photo.svg', '<?xml version="1.0"?>\n<svg/>'),
      write('assets/photo.gif', 'GIF89a'),
    ),
  ],
  'asset/other-kind': [
    finds(
      'a picture whose extension is of another format, with the correct name',
      [
        write('assets/a/b.c.jpg', pictureOf('png')),
        write('assets/photo.PNG', pictureOf('jpg')),
        write('assets/photo.svg', pictureOf('webp')),
        write('assets/photo.webp', '<svg/>'),
      ],
      [
        'assets/a/b.c.jpg is named .jpg, and its bytes are PNG [assets/a/b.c.png]',
        'assets/photo.PNG is named .PNG, and its bytes are JPEG [assets/photo.jpg]',
        'assets/photo.svg is named .svg, and its bytes are WebP [assets/photo.webp]',
        'assets/photo.webp is named .webp, and its bytes are SVG [assets/photo.svg]',
      ],
    ),
    ignores(
      'both extensions of a JPEG, in either case',
      ...['a.jpg', 'b.jpeg', 'c.JPG', 'd.Jpeg'].map((file) =>
        write(`assets/${file}`, pictureOf('jpg')),
      ),
    ),
  ],
  'asset/large': [
    finds(
      'a picture of more bytes or pixels than a page needs',
      [
        write('assets/bytes.png', Buffer.concat([pictureOf('png'), Buffer.alloc(1_300_000)])),
        write('assets/pixels.avif', pictureOfSize('avif', 300, 4_001)),
        write('assets/both.jpg', huge),
      ],
      [
        `assets/both.jpg warning is 1.3 MB and 65,000 × 2 pixels; ${large}`,
        `assets/bytes.png warning is 1.3 MB; ${large}`,
        `assets/pixels.avif warning is 300 × 4,001 pixels; ${large}`,
      ],
    ),
    ignores('a picture of the maximum size', write('assets/most.png', most)),
  ],
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
    finds(
      'UTF-16 without a byte order mark',
      [tee, 'prices/msrp.csv'].map((file) => rewrite(file, (text) => Buffer.from(text, 'utf16le'))),
      [`prices/msrp.csv ${utf16}`, `${tee} ${utf16}`],
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
  'product/unknown-asset': [
    finds(
      'a picture that is missing, in every field that names it',
      remove('assets/photos/stateside.png'),
      [
        `${usa}:32:15 "photos/stateside.png" is not in assets/`,
        `${usa}:50:9 "photos/stateside.png" is not in assets/`,
      ],
    ),
    finds(
      'a missing picture of a colour that another rule reports, at its index',
      [remove('assets/photos/stateside.png'), replace(usa, '"color": "navy"', '"color": "nevi"')],
      [
        `${usa}:32:15 "photos/stateside.png" is not in assets/`,
        `${usa}:50:9 "photos/stateside.png" is not in assets/`,
      ],
    ),
    finds(
      'a missing picture of a later colour, after colours with several pictures and with none',
      rewrite('products/TEE-1.json', (text) => {
        const product = JSON.parse(text) as { colors: object[] };
        const [first, second] = product.colors;
        const two = ['https://cdn.example.test/a.jpg', 'https://cdn.example.test/b.jpg'];
        const colors = [
          { ...first, images: two },
          { ...second, images: ['lost.jpg'] },
        ];
        return JSON.stringify({ ...product, colors });
      }),
      {
        is: 'products/TEE-1.json:1:1263 "lost.jpg" is not in assets/',
        path: 'colors[1].images[0]',
      },
    ),
    finds(
      'a misspelt picture, with a suggestion',
      replace(usa, 'photos/stateside.png', 'photos/statesite.png'),
      `${usa}:32:15 "photos/statesite.png" is not in assets/ [photos/stateside.png]`,
    ),
    finds(
      'a picture whose extension is in the other case, with the name of the file',
      replace(usa, 'photos/stateside.png', 'photos/stateside.PNG'),
      `${usa}:32:15 "photos/stateside.PNG" is not in assets/ [photos/stateside.png]`,
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
    finds('a drawing without its back, without a suggestion', remove('drawings/hoodie-back.svg'), {
      is: 'products/HOOD-2.json:53:14 "hoodie" is not drawn from both sides: drawings/ has no hoodie-back.svg',
      allowed: undefined,
    }),
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
