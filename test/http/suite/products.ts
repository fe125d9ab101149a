/** Tests of the list, the detail and the pricing routes that go beyond the product document. */
import { releaseHeader } from '../../../contract/release.ts';
import type { Health } from '../../../contract/schemas/health.ts';
import { assertProblem, clientOf, type Topic, withKey } from './suite.ts';

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

  test('a key on the last of 1,000 header lines is read', async (t) => {
    const { headers } = withKey(subject(), 'A3');
    // The client adds Host and Connection.
    const others = Object.fromEntries(Array.from({ length: 997 }, (_, index) => [`x${index}`, '']));
    for (const path of ['/v1/products/SWT400', '/v1/products/SWT400/pricing']) {
      const reply = await clientOf(subject())(path, { headers: { ...others, ...headers } });
      t.deepEqual([reply.status, reply.headers['cache-control']], [200, 'private, no-cache'], path);
    }
  });

  test('prices are of the release that health names, and a client cannot choose another', async (t) => {
    const client = clientOf(subject());
    const { headers } = withKey(subject(), 'A3');
    const path = '/v1/products/pricing';
    const { text } = await client(path, { headers });
    const { release } = (await client('/v1/health')).json() as Health;
    t.true(text.startsWith(`{"release":"${release}",`));
    const chosen = await client(path, { headers: { ...headers, [releaseHeader]: '0'.repeat(16) } });
    t.is(chosen.text, text);
  });
};
