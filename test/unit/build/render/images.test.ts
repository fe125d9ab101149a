import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { allImages, drawnImages, productImages } from '../../../../build/render/images.ts';
import { contextOf, copyContent, productOf } from '../../../helpers/content.ts';
import { pictureOfSize } from '../../../helpers/pictures.ts';

const drawn = 'https://api.example.test/images';

test('a standard product is shown in its first colour, front before back', async (t) => {
  const context = await contextOf('en-CA');
  t.deepEqual(productImages(productOf(context, 'TEE-1'), context), [
    { url: `${drawn}/TEE-1/navy-front.svg`, alt: 'Salt & < Pepper > Tee, Navy, front' },
    { url: `${drawn}/TEE-1/navy-back.svg`, alt: 'Salt & < Pepper > Tee, Navy, back' },
  ]);
});

test('a color-block product is shown with its garment first and its wheel last', async (t) => {
  const context = await contextOf('fr-CA');
  t.deepEqual(productImages(productOf(context, 'HOOD-2'), context), [
    {
      url: `${drawn}/HOOD-2/grey-navy-front.svg`,
      alt: 'Chandail à blocs, Gris et marine, devant',
    },
    { url: `${drawn}/HOOD-2/grey-navy-back.svg`, alt: 'Chandail à blocs, Gris et marine, dos' },
    { url: `${drawn}/HOOD-2/wheel.svg`, alt: 'Roue de couleurs de Chandail à blocs' },
  ]);
});

test('a made-to-order product is shown in its first colour that has swatches', async (t) => {
  const context = await contextOf('en-US');
  const urls = productImages(productOf(context, 'JER-3'), context).map(({ url }) => url);
  const names = ['bright-front', 'bright-back', 'wheel'];
  t.deepEqual(
    urls,
    names.map((name) => `${drawn}/JER-3/${name}.svg`),
  );
});

test('a product with its own pictures is shown with these pictures and their texts', async (t) => {
  const context = await contextOf('en-US');
  t.deepEqual(productImages(productOf(context, 'USA-4'), context), [
    {
      url: 'https://api.example.test/assets/photos/stateside.png',
      alt: 'Stateside tee, folded',
      width: 2,
      height: 2,
    },
    { url: 'https://cdn.example.test/worn.jpg', alt: 'Stateside tee, worn' },
  ]);
});

test('a product without pictures, drawing and swatches has no pictures', async (t) => {
  const context = await contextOf('en-CA');
  const bag = productOf(context, 'BAG-5');
  t.deepEqual(productImages(bag, context), []);
  t.deepEqual(allImages(bag, context), []);
  t.deepEqual(drawnImages(bag, context), []);
});

test('all pictures are listed once: first those of the product, then of every colour, and last the wheel', async (t) => {
  const context = await contextOf('en-CA');
  const urls = allImages(productOf(context, 'HOOD-2'), context).map(({ url }) => url);
  const names = ['grey-navy-front', 'grey-navy-back', 'bright-front', 'bright-back', 'wheel'];
  t.deepEqual(
    urls,
    names.map((name) => `${drawn}/HOOD-2/${name}.svg`),
  );
  const worn = allImages(productOf(context, 'USA-4'), context).map(({ url }) => url);
  t.is(worn.length, 2);
});

test('exactly the listed pictures of a color-block product are drawn', async (t) => {
  const context = await contextOf('en-CA');
  for (const sku of ['TEE-1', 'HOOD-2', 'JER-3']) {
    const product = productOf(context, sku);
    const shown = allImages(product, context).map(({ url }) => url.slice(`${drawn}/`.length));
    const files = drawnImages(product, context).map(
      ([path]) => `${sku}/${path.slice('images/'.length)}`,
    );
    t.deepEqual(files.sort(), shown.sort());
  }
});

test('a drawn picture has the colours of its swatches and the name of its product', async (t) => {
  const context = await contextOf('en-CA');
  const pictures = new Map(drawnImages(productOf(context, 'TEE-1'), context));
  const front = pictures.get('images/grey-navy-front.svg') ?? '';
  t.regex(front, /<path id="tee-front" [^>]*fill="#8E9196"\/>/);
  t.regex(front, /<path d="[^"]+" fill="#1B2745"\/>/);
  t.regex(front, /<title>Salt &amp; &lt; Pepper &gt; Tee<\/title>/);
  const plain = pictures.get('images/navy-back.svg') ?? '';
  t.regex(plain, /<path id="tee-back" /);
  t.is(plain.match(/fill="#1B2745"/g)?.length, 2);
  for (const svg of pictures.values()) t.false(svg.includes('{{'));
});

test('a wheel contains each swatch of the product once', async (t) => {
  const folder = await copyContent(t);
  await folder.replace(
    'products/HOOD-2.json',
    '"color": "bright"',
    '"color": "navy" }, { "color": "bright"',
  );
  const context = await contextOf('en-CA', await folder.load());
  const pictures = new Map(drawnImages(productOf(context, 'HOOD-2'), context));
  const wheel = pictures.get('images/wheel.svg') ?? '';
  const fills = [...wheel.matchAll(/<path [^>]*fill="([^"]+)"/g)].map(([, fill]) => fill);
  t.deepEqual(fills, ['#8E9196', '#1B2745', '#FF0000', '#00CC44']);
});

test('the pictures of a colour replace drawn ones', async (t) => {
  const folder = await copyContent(t);
  const picture = '"color": "bright", "images": ["https://cdn.example.test/b.jpg"]';
  await folder.replace('products/HOOD-2.json', '"color": "bright"', picture);
  const context = await contextOf('en-CA', await folder.load());
  const product = productOf(context, 'HOOD-2');
  const files = drawnImages(product, context).map(([path]) => path);
  t.false(files.some((path) => path.includes('bright')));
  const last = allImages(product, context).at(-2);
  t.deepEqual(last, {
    url: 'https://cdn.example.test/b.jpg',
    alt: 'Block Hoodie, Bright mix, front',
  });
});

test('a product that has only pictures of its colours is shown with the pictures of the first colour', async (t) => {
  const folder = await copyContent(t);
  const picture = '"color": "navy", "images": ["photos/stateside.png"]';
  await folder.replace('products/BAG-5.json', '"color": "navy"', picture);
  const context = await contextOf('en-CA', await folder.load());
  t.deepEqual(productImages(productOf(context, 'BAG-5'), context), [
    {
      url: 'https://api.example.test/assets/photos/stateside.png',
      alt: 'Plain Bag, Navy, front',
      width: 2,
      height: 2,
    },
  ]);
});

test('each picture has its own width and height', async (t) => {
  const folder = await copyContent(t);
  for (const [name, width, height] of [
    ['a', 640, 480],
    ['b', 30, 20],
  ] as const) {
    const file = join(folder.path, `assets/photos/${name}.png`);
    await writeFile(file, pictureOfSize('png', width, height));
  }
  const pictures = '"color": "navy", "images": ["photos/a.png", "photos/b.png"]';
  await folder.replace('products/BAG-5.json', '"color": "navy"', pictures);
  const context = await contextOf('en-CA', await folder.load());
  t.deepEqual(
    allImages(productOf(context, 'BAG-5'), context).map(({ width, height }) => [width, height]),
    [
      [640, 480],
      [30, 20],
    ],
  );
});

test('a color-block product with its own pictures shows no wheel', async (t) => {
  const folder = await copyContent(t);
  const own =
    '"images": [{ "file": "photos/stateside.png", "alt": { "en": "Worn", "fr": "Porté" } }],';
  await folder.replace('products/HOOD-2.json', '"drawing"', `${own} "drawing"`);
  const context = await contextOf('en-CA', await folder.load());
  const urls = allImages(productOf(context, 'HOOD-2'), context).map(({ url }) => url);
  t.true(urls[0]?.endsWith('/photos/stateside.png'));
  t.false(urls.some((url) => url.endsWith('wheel.svg')));
});

test('of several pictures with the same URL, the one with the editor’s text is kept', async (t) => {
  const context = await contextOf('en-US');
  t.is(allImages(productOf(context, 'USA-4'), context)[0]?.alt, 'Stateside tee, folded');
});
