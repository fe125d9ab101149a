/**
 * Renders and compresses answers of `/v1/products/changes`. A list of changes that several answers share is rendered
 * and compressed once.
 */
import { efforts } from '../../build/output/encode.ts';
import { deflateSegment, gzipOf, type Segment } from '../../build/output/gzip-segments.ts';
import type { Changes, ProductChange } from '../../contract/schemas/changes.ts';

/**
 * Minimum size in bytes of an answer that is stored compressed, too. Compressing a smaller answer saves little, and a
 * release may have hundreds of them.
 */
const compressedBytes = 4096;

/**
 * Returns a function that renders an answer of `/v1/products/changes`. The function resolves to one or two items: the
 * answer as JSON and, if the answer has `changes` and its JSON at least 4096 bytes (`compressedBytes`), its gzip form.
 * Hundreds of long answers may have the same list `changes` and differ only in their beginning, such as the release
 * `from`. If these answers contain the same array object, the function renders and compresses it once, and joins it to
 * the beginning of each answer, which is compressed separately. There is no Brotli form, because there are hundreds of
 * answers, and most are short.
 */
export function createAnswerEncoder(): (answer: Changes) => Promise<readonly Buffer[]> {
  const texts = new WeakMap<ProductChange[], Buffer>();
  const segments = new WeakMap<ProductChange[], Promise<Segment>>();
  return async ({ changes, ...others }) => {
    const beginning = JSON.stringify(others);
    if (changes === undefined) return [Buffer.from(beginning)];
    const head = Buffer.from(`${beginning.slice(0, -1)},"changes":`);
    const list = texts.get(changes) ?? Buffer.from(`${JSON.stringify(changes)}}`);
    texts.set(changes, list);
    const bytes = Buffer.concat([head, list]);
    if (bytes.length < compressedBytes) return [bytes];
    const compressed = segments.get(changes) ?? compress(list);
    segments.set(changes, compressed);
    return [bytes, gzipOf([await compress(head), await compressed])];
  };
}

function compress(bytes: Buffer): Promise<Segment> {
  return deflateSegment(bytes, efforts.bulk.gzip);
}
