/** Tests of the pricing routes that go beyond the product document. */
import { releaseHeader } from '../../../contract/release.ts';
import type { Health } from '../../../contract/schemas/health.ts';
import { clientOf, type Topic, withKey } from './suite.ts';

export const prices: Topic = (test, subject) => {
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
