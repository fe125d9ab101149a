import test from 'ava';
import fc from 'fast-check';
import { detectFormat } from '../../../../build/content/read-picture.ts';
import {
  kinds,
  pictureOf,
  pictureOfSize,
  withOrientation,
  withRotation,
} from '../../../helpers/pictures.ts';

const readPicture = (bytes: Buffer) => detectFormat(bytes).picture;
const isSvg = (text: string) => detectFormat(Buffer.from(text)).kind === 'svg';

test('format and size of a picture are read from its bytes', (t) => {
  for (const kind of kinds) {
    const [width, height] = kind === 'avif' ? [2, 2] : [3, 2];
    t.deepEqual(readPicture(pictureOf(kind)), { kind, width, height });
    const large = pictureOfSize(kind, 9_001, 7);
    t.deepEqual(readPicture(large), { kind, width: 9_001, height: 7 });
  }
});

test('a picture that is stored rotated has the size in which it is displayed', (t) => {
  const [jpeg, avif] = [pictureOf('jpg'), pictureOfSize('avif', 3, 2)];
  const upright = [1, 2, 3, 4].map((orientation) => withOrientation(jpeg, orientation));
  const rotated = [5, 6, 7, 8].map((orientation) => withOrientation(jpeg, orientation));
  for (const picture of [...upright, withRotation(avif, 2)]) {
    t.like(readPicture(picture), { width: 3, height: 2 });
  }
  for (const picture of [...rotated, withRotation(avif, 1)]) {
    t.like(readPicture(picture), { width: 2, height: 3 });
  }
});

test('bytes that are not a picture have no size, and get a description', (t) => {
  const described: readonly (readonly [bytes: string | Buffer, words: string])[] = [
    ['', 'empty'],
    ['Hello, world!\n', 'text'],
    ['<!DOCTYPE html>\n<title>404</title><svg width="1" height="1"></svg>', 'an HTML page'],
    ['GIF89a\x01\0\x01\0\0\0\0,', 'a GIF'],
    ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'a HEIC picture'],
    ['\0'.repeat(100), 'of an unknown kind'],
    [pictureOf('png').subarray(0, 20), 'a damaged PNG'],
    [pictureOf('jpg').subarray(0, 90), 'a damaged JPEG'],
    [pictureOf('webp').subarray(0, 24), 'a damaged WebP'],
    [pictureOf('avif').subarray(0, 90), 'a damaged AVIF'],
    [pictureOfSize('jpg', 3, 0), 'a damaged JPEG'],
  ];
  for (const [bytes, words] of described) {
    const buffer = Buffer.from(bytes as string, 'latin1');
    t.deepEqual(detectFormat(buffer), { kind: undefined, description: words, picture: undefined });
  }
});

test('a picture without its end is damaged, and bytes after its end are ignored', (t) => {
  const withThumbnail = withOrientation(pictureOf('jpg'), 1);
  // The Exif data of a photograph contains a complete JPEG.
  pictureOf('jpg').subarray(-2).copy(withThumbnail, withThumbnail.indexOf('MM'));
  for (const [index, bytes] of [withThumbnail, ...kinds.map(pictureOf)].entries()) {
    t.truthy(readPicture(Buffer.concat([bytes, Buffer.alloc(100)])), `longer picture ${index}`);
    const half = detectFormat(bytes.subarray(0, -14));
    t.is(half.picture, undefined, `cut picture ${index}`);
    t.regex(half.description, /^a damaged (JPEG|PNG|WebP|AVIF)$/);
  }
});

test('only a text whose first element is svg is an SVG picture', (t) => {
  for (const svg of [
    '<svg/>',
    '\uFEFF<?xml version="1.0"?>\n<!-- <html> -->\n<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    '<!DOCTYPE svg PUBLIC "a" "b" [\n<!ENTITY x "<">\n]><svg\n/>',
    '<?xml version="1.0"?><?xml-stylesheet href="a.css"?><svg:svg xmlns:svg="x"/>',
  ]) {
    t.true(isSvg(svg), svg);
  }
  for (const other of ['<html><svg/></html>', '<!-- <svg/> -->', '<svgs/>', 'svg', '<g/>', '']) {
    t.false(isSvg(other), other);
  }
});

test('a picture that is damaged at any byte is read or refused without delay', (t) => {
  const damaged = fc.record({
    kind: fc.constantFrom(...kinds),
    at: fc.nat(),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
    length: fc.nat({ max: 400 }),
  });
  fc.assert(
    fc.property(damaged, ({ kind, at, bytes, length }) => {
      const picture = pictureOf(kind);
      picture.set(bytes.subarray(0, picture.length), at % (picture.length - 8));
      const read = readPicture(picture.subarray(0, length));
      if (read === undefined) return;
      t.true(read.width > 0 && read.height > 0);
    }),
    { numRuns: 400 },
  );
  const long = Buffer.alloc(20_000_000);
  for (const kind of kinds) {
    const picture = pictureOf(kind);
    picture.copy(long, 0, 0, 16);
    t.is(readPicture(long), undefined);
  }
  t.false(isSvg('<!---->'.repeat(10_000)));
  t.true(isSvg(`${' '.repeat(60_000)}<svg/>`));
  t.false(isSvg(`${' '.repeat(70_000)}<svg/>`));
});
