/** Tests of the list and the detail of the sample catalogue. */
import { assertProblem, clientOf, type Topic } from './suite.ts';

export const products: Topic = (test, subject) => {
  test('the list without a locale equals the list of en-CA, byte for byte', async (t) => {
    const client = clientOf(subject());
    const [plain, named] = [
      await client('/v1/products'),
      await client('/v1/products?locale=en-CA'),
    ];
    t.is(plain.text, named.text);
    t.is(plain.headers['etag'], named.headers['etag']);
  });

  test('an unusable credential is refused and never answered with public prices', async (t) => {
    const { A3 = '' } = subject().server.keys;
    for (const [Authorization, code] of [
      [`Bearer ${A3.slice(0, -1)}`, 'invalid_key'],
      [`Bearer ${A3}x`, 'invalid_key'],
      ['Bearer', 'invalid_key'],
      [A3, 'unauthorized'],
      ['', 'unauthorized'],
    ] as const) {
      const path = '/v1/products/TEE100';
      const reply = await clientOf(subject())(path, { headers: { Authorization } });
      assertProblem(t, reply, { code, status: 401, instance: path });
      t.is(reply.headers['cache-control'], 'no-store');
    }
    const Authorization = `bEARER  ${A3}`;
    const reply = await clientOf(subject())('/v1/products/TEE100', { headers: { Authorization } });
    t.is(reply.status, 200, 'the scheme is case-insensitive');
  });
};
