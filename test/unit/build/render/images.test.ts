/** Pictures of a product: its own, or those drawn in its colours, and a wheel of its colours. */
import test from 'ava';
import { drawGarment } from '../../../../build/render/draw.ts';
import { allImages, drawnImages, productImages } from '../../../../build/render/images.ts';
import { contextOf, copyContent, productOf } from '../../../helpers/content.ts';

const drawn = 'https://api.example.test/images';

test('a color-block product is shown with its garment first and its wheel last', async (t) => {
  const context = await contextOf('fr-CA');
  const [front, back, wheel, ...others] = productImages(productOf(context, 'HOOD-2'), context);
  const side = { colorId: 'grey-navy', type: 'drawing' } as const;
  t.deepEqual(front, {
    url: `${drawn}/HOOD-2/grey-navy-front.svg`,
    alt: 'Chandail à blocs, Gris et marine, devant',
    ...{ ...side, view: 'front' },
  });
  t.like(back, { ...side, view: 'back', alt: 'Chandail à blocs, Gris et marine, dos' });
  const alt = 'Roue de couleurs de Chandail à blocs';
  t.deepEqual(wheel, { url: `${drawn}/HOOD-2/wheel.svg`, alt, type: 'color-wheel' });
  t.deepEqual(others, []);
});

test('a made-to-order product is shown in its first colour that has swatches', async (t) => {
  const context = await contextOf('en-US');
  const urls = productImages(productOf(context, 'JER-3'), context).map(({ url }) => url);
  t.is(urls[0], `${drawn}/JER-3/bright-front.svg`);
});

test('a product with its own pictures is shown with these pictures and their texts', async (t) => {
  const context = await contextOf('en-US');
  t.deepEqual(productImages(productOf(context, 'USA-4'), context), [
    {
      url: 'https://api.example.test/assets/photos/stateside~75e871f2.png',
      alt: 'Stateside tee, folded',
      colorId: 'navy',
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
    ...{ colorId: 'bright', view: 'front' },
  });
});

test('a color-block product with its own pictures shows no wheel', async (t) => {
  const folder = await copyContent(t);
  const own =
    '"images": [{ "file": "photos/stateside.png", "alt": { "en": "Worn", "fr": "Porté" } }],';
  await folder.replace('products/HOOD-2.json', '"drawing"', `${own} "drawing"`);
  const context = await contextOf('en-CA', await folder.load());
  const urls = allImages(productOf(context, 'HOOD-2'), context).map(({ url }) => url);
  t.regex(urls[0] ?? '', /\/photos\/stateside~[0-9a-f]{8}\.png$/);
  t.false(urls.some((url) => url.endsWith('wheel.svg')));
});

const drawing =
  '<title>{{title}}</title><a fill="{{primary}}"/><b fill="{{secondary}}"/>{{primary}}';

test('a drawing has its colours in every position, trim that of the body if it has none, and an escaped title', (t) => {
  const [title, shown] = ['</title> "a" & $&', '&lt;/title&gt; &quot;a&quot; &amp; $&amp;'];
  for (const [swatches, trim] of [
    [['#111111', '#222222', '#333333'], '#222222'],
    [['#111111'], '#111111'],
  ] as const) {
    const svg = `<title>${shown}</title><a fill="#111111"/><b fill="${trim}"/>#111111`;
    t.is(drawGarment(drawing, swatches, title), svg);
  }
});
