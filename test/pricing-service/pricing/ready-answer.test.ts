import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test from 'ava';
import { createReadyAnswer, sizeOf } from '../../../pricing-service/pricing/ready-answer.ts';

const document = { text: 'é'.repeat(500), list: [1, 2, 3] };

test('every coding decompresses to the serialized document', async (t) => {
  const { identity, gzip, br } = await createReadyAnswer(document);
  t.deepEqual(JSON.parse(identity.bytes.toString('utf8')), document);
  t.deepEqual(gunzipSync(gzip.bytes), identity.bytes);
  t.deepEqual(brotliDecompressSync(br.bytes), identity.bytes);
  t.true(gzip.bytes.length < identity.bytes.length);
});

test('an entity tag is strong, and each coding has its own', async (t) => {
  const answer = await createReadyAnswer(document);
  const etags = Object.values(answer).map(({ etag }) => etag);
  for (const etag of etags) t.regex(etag, /^"[\x21\x23-\x7e]{16,}"$/);
  t.is(new Set(etags).size, 3);
});

test('equal content has equal tags, other content has others', async (t) => {
  const first = await createReadyAnswer(document);
  const same = await createReadyAnswer(structuredClone(document));
  const other = await createReadyAnswer({ ...document, list: [1, 2, 4] });
  for (const coding of ['identity', 'gzip', 'br'] as const) {
    t.is(first[coding].etag, same[coding].etag);
    t.not(first[coding].etag, other[coding].etag);
  }
});

test('the size of an answer is that of all its bytes', async (t) => {
  const answer = await createReadyAnswer(document);
  const { identity, gzip, br } = answer;
  t.is(sizeOf(answer), identity.bytes.length + gzip.bytes.length + br.bytes.length);
});
