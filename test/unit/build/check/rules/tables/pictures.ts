/** Tests of the rules about pictures: the files of `assets/`, and the references to them and to drawings. */
import { kinds, pictureOf, pictureOfSize } from '../../../../../helpers/pictures.ts';
import { type Edit, remove, replace, rewrite, write } from '../edited-content.ts';
import { finds, ignores, type RuleRows } from '../rule-rows.ts';

const tee = 'products/TEE-1.json';
const usa = 'products/USA-4.json';

const most = Buffer.concat([pictureOfSize('png', 4_000, 4_000), Buffer.alloc(1_000_000)]).subarray(
  0,
  1_000_000,
);
const huge = Buffer.concat([pictureOfSize('jpg', 65_000, 2), Buffer.alloc(1_300_000)]);

const sharedImage = '"images": ["photos/stateside.png"]';

/**
 * Returns an edit that replaces the pictures of TEE-1's two colours by pictures on another host: `names[0]` has the
 * file names of the first colour, `names[1]` those of the second.
 */
const colorsWith = (...names: readonly (readonly string[])[]) =>
  rewrite(tee, (text) => {
    const product = JSON.parse(text) as { colors: object[] };
    const colors = product.colors.map((color, index) => ({
      ...color,
      images: names[index]?.map((name) => `https://cdn.example.test/${name}`),
    }));
    return JSON.stringify({ ...product, colors }, undefined, 2);
  });

const servedKinds = ['SVG', 'PNG', 'JPEG', 'WebP', 'AVIF'];
const isNone = 'is no picture that is served: it is';
const large = '1 MB and 4,000 pixels on a side are enough';

/** Adds the product TEE-9, a copy of TEE-1. */
const addCopy: Edit = (files) => {
  const product = { ...JSON.parse(String(files.get(tee))), sku: 'TEE-9' };
  files.set('products/TEE-9.json', Buffer.from(JSON.stringify(product)));
};

export const pictures: RuleRows = {
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
    finds(
      'a photograph of which only the first part was transferred',
      write('assets/photo.jpg', pictureOf('jpg').subarray(0, -20)),
      `assets/photo.jpg ${isNone} a damaged JPEG (${pictureOf('jpg').length - 20} bytes)`,
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
    finds(
      'several pictures of another product once, with their number',
      [colorsWith(['a.jpg', 'b.jpg', 'c.jpg']), addCopy],
      'products/TEE-9.json:1:987 warning "https://cdn.example.test/a.jpg" is also a picture of products/TEE-1.json, as are 2 more',
    ),
  ],
  'product/same-color-image': [
    finds(
      'a picture of another colour once, at the second colour',
      colorsWith(['a.jpg', 'b.jpg'], ['c.jpg', 'a.jpg', 'a.jpg']),
      {
        is: `${tee}:107:9 warning "https://cdn.example.test/a.jpg" is also a picture of the colour "navy"`,
        path: 'colors[1].images[1]',
      },
    ),
    ignores(
      'a picture of the product that is one of a colour as well, and a colour that is listed twice',
      replace(usa, '"color": "navy",', `"color": "navy", ${sharedImage} }, { "color": "navy",`),
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
