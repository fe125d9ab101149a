/** Tests of the advisory limit; that of the hard limit is in `test/processes/nginx/limits.test.ts`. */
import { parseList } from 'structured-headers';
import { createClient, type Reply } from '../../helpers/http-client.ts';
import { clientOf, type Topic, withKey } from './suite.ts';

const remainingOf = ({ headers }: Reply) =>
  Number(/;r=(\d+);/.exec(`${headers['ratelimit']}`)?.[1]);

/** Returns the numbers from `first` down to `last`. */
const countdown = (first: number, last: number) =>
  Array.from({ length: first - last + 1 }, (_, index) => first - index);

export const limits: Topic = (test, subject) => {
  test('each request under /v1/products counts once, whatever its answer', async (t) => {
    const client = clientOf(subject());
    const key = withKey(subject(), 'A3');
    for (const [index, [path, options]] of [
      ['/v1/products', {}] as const,
      ['/v1/products/TEE100', key] as const,
      ['/v1/products/pricing', {}] as const,
      ['/v1/products/a/b/c', {}] as const,
      ['/v1/products/%zz', {}] as const,
      ['/v1/products', { method: 'POST' }] as const,
      ['/v1/products', { method: 'OPTIONS' }] as const,
      ['/v1/products', { headers: { 'If-None-Match': '*' } }] as const,
    ].entries()) {
      const { headers } = await client(path, options);
      t.is(headers['ratelimit-policy'], '"default";q=600;w=60', path);
      const [[name, parameters]] = parseList(String(headers['ratelimit'])) as [
        [string, Map<string, number>],
      ];
      t.deepEqual([name, parameters.get('r')], ['default', 599 - index], path);
      t.true(Number(parameters.get('t')) >= 1 && Number(parameters.get('t')) <= 60);
    }
  });

  test('the 601st request of a minute is refused with r=0 and a Retry-After until the end of the minute', async (t) => {
    const client = clientOf(subject());
    // Requests that the hard limit refuses are counted too.
    const replies = await Promise.all(countdown(600, 1).map(() => client('/v1/products/X')));
    const left = replies.map(remainingOf).sort((a, b) => b - a);
    t.deepEqual(left, countdown(599, 0), 'each of 600 concurrent requests is counted once');
    const refused = await client('/v1/products/X');
    t.deepEqual([refused.status, remainingOf(refused)], [429, 0]);
    t.like(refused.json(), { code: 'rate_limited', 'violated-policies': ['default'] });
    const [, seconds] = /;t=(\d+)/.exec(String(refused.headers['ratelimit'])) ?? [];
    t.true(Number(refused.headers['retry-after']) >= Number(seconds));
    t.is(remainingOf(await clientOf(subject())('/v1/products/TEE100')), 599, 'another client');
  });

  test('every spelling of a product path is counted, and similar paths are not', async (t) => {
    const client = createClient(subject().server.port);
    const paths = ['/v1/%70roducts/X', '/v1/./products/X', '/v1/health/../products/X'];
    for (const left of countdown(599, 590)) {
      t.is(remainingOf(await client(paths[left % 3] ?? '')), left);
    }
    t.is((await client('/v1/products/../health')).headers['ratelimit'], undefined);
  });
};
