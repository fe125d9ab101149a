/**
 * Tests of the two rate limits: the announced quota per minute, and the hard limit for bursts (spec, "Limits").
 */
import { performance } from 'node:perf_hooks';
import { createClient, nextAddress, type Reply } from '../../helpers/http-client.ts';
import { clientOf, type Topic } from './suite.ts';

export const limits: Topic = (test, subject) => {
  test('the 601st request of a minute is refused with r=0 and a Retry-After until the end of the minute', async (t) => {
    const client = clientOf(subject());
    // Requests that the hard limit refuses are counted too.
    const replies = await Promise.all(Array.from({ length: 600 }, () => client('/v1/products/X')));
    const left = replies.map(({ headers }) => remainingOf(String(headers['ratelimit'])));
    t.deepEqual(
      left.sort((a, b) => a - b),
      Array.from({ length: 600 }, (_, index) => index),
      'each of 600 concurrent requests is counted once',
    );
    const refused = await client('/v1/products/X');
    t.is(refused.status, 429);
    t.like(refused.json(), { code: 'rate_limited', 'violated-policies': ['default'] });
    const field = String(refused.headers['ratelimit']);
    t.is(remainingOf(field), 0);
    t.true(Number(refused.headers['retry-after']) >= Number(/;t=(\d+)/.exec(field)?.[1]));
  });

  test('a client that has used up its quota does not affect other clients', async (t) => {
    const { port } = subject().server;
    const greedy = createClient(port, nextAddress());
    await Promise.all(Array.from({ length: 601 }, () => greedy('/v1/products/X')));
    const reply = await clientOf(subject())('/v1/products/TEE100');
    t.is(reply.status, 200);
    t.regex(String(reply.headers['ratelimit']), /r=599/);
  });

  test('of requests sent back to back, 201 pass the hard limit, counted over all routes', async (t) => {
    const client = clientOf(subject());
    const paths = ['/v1/health', '/v1/sync/activeProduct', '/openapi.json', '/docs/errors'];
    const begun = performance.now();
    const replies = await Promise.all(
      Array.from({ length: 450 }, (_, index) => client(paths[index % paths.length] ?? '')),
    );
    // While the requests are sent, the leaky bucket lets further ones pass.
    const leaked = Math.ceil(((performance.now() - begun) / 1000) * 100);
    const [passed, refused] = split(replies);
    t.true(passed.length >= 201 && passed.length <= 201 + leaked, `${passed.length} passed`);
    for (const reply of refused) {
      t.is(reply.status, 429);
      t.is(reply.headers['retry-after'], '1');
      t.is(reply.headers['content-type'], 'application/problem+json');
      const problem = reply.json() as Record<string, unknown>;
      t.is(problem['code'], 'rate_limited');
      t.false('violated-policies' in problem, 'the hard limit is not an announced policy');
    }
  });

  test('every spelling of a product path is counted, and similar paths are not', async (t) => {
    const client = clientOf(subject());
    const paths = ['/v1/%70roducts/X', '/v1/./products/X', '/v1/health/../products/X'];
    const replies = await Promise.all(
      Array.from({ length: 450 }, (_, index) => client(paths[index % paths.length] ?? '')),
    );
    // The hard limit may refuse some of them.
    const left = replies.map(({ headers }) => remainingOf(String(headers['ratelimit'])));
    t.deepEqual(
      left.sort((a, b) => b - a),
      Array.from({ length: 450 }, (_, index) => 599 - index),
    );
    t.is((await client('/v1/products/../health')).headers['ratelimit'], undefined);
  });
};

function remainingOf(field: string): number {
  return Number(/;r=(\d+);/.exec(field)?.[1]);
}

function split(replies: readonly Reply[]): [Reply[], Reply[]] {
  return [
    replies.filter(({ status }) => status === 200),
    replies.filter(({ status }) => status !== 200),
  ];
}
