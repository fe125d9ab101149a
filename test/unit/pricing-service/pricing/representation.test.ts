import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test from 'ava';
import {
  maxPlainBytes,
  type Representation,
  toRepresentation,
  transcode,
} from '../../../../pricing-service/pricing/representation.ts';

const text = JSON.stringify({ text: 'é'.repeat(500), list: [1, 2, 3] });

/** Returns the representations of a document in all three codings; the Brotli form is made from the gzip form. */
async function make(document: string) {
  const identity = await toRepresentation('identity', Buffer.from(document));
  const gzip = await transcode(identity, 'gzip');
  return { identity, gzip, br: await transcode(gzip, 'br') };
}

/** Returns the whole body of an answer. */
async function sent(answer: Representation): Promise<Buffer> {
  const opened = answer.open();
  return Buffer.isBuffer(opened) ? opened : buffer(opened);
}

test('every coding decompresses to the document, whichever coding it was made from', async (t) => {
  const { identity, gzip, br } = await make(text);
  t.is(String(await sent(identity)), text);
  t.is(String(gunzipSync(await sent(gzip))), text);
  t.is(String(brotliDecompressSync(await sent(br))), text);
  t.is(String(brotliDecompressSync(await sent(await transcode(identity, 'br')))), text);
  t.is(String(await sent(await transcode(gzip, 'identity'))), text);
  t.true(gzip.length < identity.length);
  for (const answer of [identity, gzip, br]) t.is((await sent(answer)).length, answer.length);
});

test('each coding has its own strong entity tag', async (t) => {
  const etags = Object.values(await make(text)).map(({ etag }) => etag);
  for (const etag of etags) t.regex(etag, /^"[\x21\x23-\x7e]{16,}"$/);
  t.is(new Set(etags).size, 3);
});

test('equal content has equal entity tags, and other content has other tags', async (t) => {
  const [first, same] = [await make(text), await make(text)];
  const other = await make(text.replace('3', '4'));
  for (const coding of ['identity', 'gzip', 'br'] as const) {
    t.is(first[coding].etag, same[coding].etag);
    t.not(first[coding].etag, other[coding].etag);
  }
  t.is((await transcode(first.gzip, 'identity')).etag, first.identity.etag);
});

test('a document too large to keep has a known length, and is decompressed for each reader', async (t) => {
  const long = 'price '.repeat(maxPlainBytes / 6 + 1);
  const { identity, gzip } = await make(long);
  const unpacked = await transcode(gzip, 'identity');
  t.is(unpacked.bytes, undefined);
  t.is(unpacked.heldBytes, gzip.length);
  t.deepEqual([unpacked.length, unpacked.etag], [long.length, identity.etag]);
  const readers = [unpacked.open(), unpacked.open()];
  t.not(readers[0], readers[1]);
  for (const reader of [await sent(unpacked), await sent(unpacked)]) t.is(String(reader), long);
  for (const reader of readers) if (!Buffer.isBuffer(reader)) reader.destroy();
});

test('bytes that are not gzip are refused', async (t) => {
  const broken = await toRepresentation('gzip', Buffer.from('no gzip'));
  await t.throwsAsync(transcode(broken, 'identity'), { message: /incorrect header/ });
  const gzip = (await make(text)).gzip.bytes ?? Buffer.of();
  const half = await toRepresentation('gzip', gzip.subarray(0, -10));
  await t.throwsAsync(transcode(half, 'br'), { message: /unexpected end/ });
});

test('an answer does not keep in memory the larger buffer that its bytes were read into', async (t) => {
  const read = Buffer.alloc(65_536, text);
  const identity = await toRepresentation('identity', read.subarray(0, 1000));
  for (const answer of [identity, await transcode(identity, 'gzip')]) {
    t.is(answer.bytes?.buffer.byteLength, answer.length);
  }
  t.deepEqual(identity.bytes, read.subarray(0, 1000));
});
