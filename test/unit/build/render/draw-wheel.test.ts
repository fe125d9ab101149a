import test from 'ava';
import { drawWheel } from '../../../../build/render/draw.ts';

/** Returns the outline (path data) and the fill colour of every segment of a colour wheel in SVG. */
function segmentsOf(svg: string): { outline: string; fill: string }[] {
  return [...svg.matchAll(/<path d="([^"]+)" fill="([^"]+)"/g)].map(
    ([, outline = '', fill = '']) => ({ outline, fill }),
  );
}

test('a wheel has one segment for each colour, in order, beginning at the top', (t) => {
  const segments = segmentsOf(drawWheel(['#AA0000', '#00BB00', '#0000CC', '#DDDD00'], 'Hoodie'));
  t.deepEqual(
    segments.map(({ fill }) => fill),
    ['#AA0000', '#00BB00', '#0000CC', '#DDDD00'],
  );
  const starts = segments.map(({ outline }) => /^M(\S+ \S+)A/.exec(outline)?.[1]);
  t.deepEqual(starts, ['240.00 40.00', '440.00 240.00', '240.00 440.00', '40.00 240.00']);
});

test('each segment of a wheel ends where the next one begins, and the last one at the top', (t) => {
  const segments = segmentsOf(drawWheel(['#AA0000', '#00BB00', '#0000CC'], 'Hoodie'));
  const ends = segments.map(({ outline }) => /1 (\S+ \S+)L/.exec(outline)?.[1]);
  const starts = segments.map(({ outline }) => /^M(\S+ \S+)A/.exec(outline)?.[1]);
  t.deepEqual(ends, [...starts.slice(1), starts[0]]);
});

test('a wheel with one colour is a whole ring with an area', (t) => {
  const [segment, ...more] = segmentsOf(drawWheel(['#AA0000'], 'Hoodie'));
  t.deepEqual(more, []);
  const [, start, large, end] =
    /^M(\S+ \S+)A200 200 0 (\d) 1 (\S+ \S+)L/.exec(segment?.outline ?? '') ?? [];
  t.is(large, '1');
  t.not(start, end);
});

test('a wheel is an SVG picture whose title is the escaped name of the product', (t) => {
  const svg = drawWheel(['#AA0000'], 'A & <B>');
  t.regex(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*role="img">/);
  t.regex(svg, /<title>A &amp; &lt;B&gt;<\/title>/);
  t.false(svg.includes('NaN'));
});

test('each segment has an outline that is visible on white and on black', (t) => {
  const svg = drawWheel(['#FFFFFF', '#000000'], 'Hoodie');
  const [, outline = '', inside = ''] = /<g stroke="#(\w{6})"[^>]*>(.*)<\/g>/.exec(svg) ?? [];
  t.is(inside.match(/<path /g)?.length, 2);
  const light = luminance(outline);
  t.true(1.05 / (light + 0.05) >= 3, 'contrast with white');
  t.true((light + 0.05) / 0.05 >= 3, 'contrast with black');
});

/** Returns the relative luminance of a colour of six hexadecimal digits, from 0 for black to 1 for white. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
