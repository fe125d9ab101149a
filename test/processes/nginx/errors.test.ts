/** Every status that nginx creates itself, and every failure of the service, is answered with a problem. */
import test from 'ava';
import { invalidRequestDetails, type ProblemCode, problems } from '../../../contract/problems.ts';
import { problemSchema } from '../../../contract/schemas/problem.ts';
import { baseUrl } from '../../helpers/content.ts';
import { type Reply, sendRaw } from '../../helpers/http-client.ts';
import { serveEdge } from './edge.ts';
import { ownProblem, startFailingService } from './failing-service.ts';

/** Statuses of nginx, including its internal ones, and the problem of each. */
const statuses: readonly (readonly [nginx: number, code: ProblemCode])[] = [
  [400, 'invalid_request'],
  [403, 'internal_error'],
  [404, 'route_not_found'],
  [412, 'invalid_request'],
  [413, 'invalid_request'],
  [414, 'invalid_request'],
  [416, 'invalid_request'],
  [421, 'invalid_request'],
  [429, 'rate_limited'],
  [431, 'invalid_request'],
  // nginx's internal statuses for a header that is too large, and for plain HTTP on a TLS port.
  [494, 'invalid_request'],
  [497, 'invalid_request'],
  [500, 'internal_error'],
  [501, 'invalid_request'],
  [502, 'upstream_unavailable'],
  [503, 'upstream_unavailable'],
  [504, 'upstream_unavailable'],
  [505, 'invalid_request'],
];

/** nginx locations for the paths /v1/products/made/<status>, each of which returns the status in its path. */
const locations = [408, ...statuses.map(([status]) => status)].map(
  (status) => `location = /v1/products/made/${status} { return ${status}; }`,
);
// One more, outside of /v1/products.
locations.push('location = /v1/made/429 { return 429; }');
const edge = serveEdge(test, {
  startService: startFailingService,
  edits: {
    'settings/listen.conf': (text) => [text, ...locations].join('\n'),
    // Keeps the burst size, but almost no further requests pass while the test runs.
    'settings/limits.conf': (text) => text.replace('rate=100r/s', 'rate=1r/m'),
  },
});

const key = { headers: { Authorization: 'Bearer x' } };

for (const [status, code] of statuses) {
  test(`nginx sends its own status ${status} as the problem ${code}`, async (t) => {
    const path = `/v1/products/made/${status}`;
    const reply = await edge().client()(path);
    t.is(reply.status, problems[code].status);
    const problem = problemSchema.parse(reply.json());
    t.like(problem, { code, status: reply.status, instance: path });
    t.is(problem.type, `${baseUrl}/docs/errors#error-${code}`);
    t.is(reply.headers['content-type'], 'application/problem+json');
    t.is(reply.headers['cache-control'], reply.status === 404 ? 'public, max-age=10' : 'no-store');
    t.is(reply.headers['vary'], 'Accept-Encoding');
    t.is(reply.headers['ratelimit'], '"default";r=599;t=60');
    const mayComeBack = reply.status === 429 || reply.status === 503;
    t.is(reply.headers['retry-after'] !== undefined, mayComeBack);
    tellsNothing(t, reply);
  });
}

test.serial(
  'after a request timeout (408) nginx closes the connection without an answer',
  async (t) => {
    await t.throwsAsync(edge().client()('/v1/products/made/408'), { message: 'other side closed' });
  },
);

test.serial('a malformed request is counted once, like others', async (t) => {
  const client = edge().client();
  await client('/v1/products/%zz');
  await client('/v1/products', { headers: { Host: 'a b' } });
  await client(`/v1/products/${'x'.repeat(20_000)}`);
  await client('/v1/products', { headers: { Cookie: 'x'.repeat(20_000) } });
  const { headers } = await client('/v1/products');
  t.regex(String(headers['ratelimit']), /^"default";r=595;/);
});

test.serial(
  'a body whose framing cannot be read is refused on every route, and the connection is closed',
  async (t) => {
    for (const [method, path] of [
      ['GET', '/v1/health'],
      ['POST', '/v1/products'],
      ['GET', '/v1/products/NONE-1'],
      ['GET', '/v1/sync/activeProduct?company=x'],
      ['POST', '/v1/products/pricing'],
      ['OPTIONS', '/v1/products/pricing'],
      ['GET', '/docs'],
      ['GET', '/nothing'],
      // nginx itself refuses these methods.
      ['TRACE', '/v1/products'],
      ['CONNECT', '/docs/style.css'],
    ]) {
      const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const reply = await sendRaw(edge().port, `${head}zz\r\nhello\r\n0\r\n\r\n`);
      t.regex(reply, /^HTTP\/1\.1 400 /, `${method} ${path}`);
      t.regex(reply, /\r\nConnection: close\r\n/);
      t.true(reply.includes('"code":"invalid_request"') || path?.startsWith('/v1/sync'), reply);
    }
  },
);

test.serial(
  'a request that nginx refuses early is assigned to a route by its path without dot segments',
  async (t) => {
    const send = (path: string) =>
      sendRaw(
        edge().port,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n`,
      );
    const counted = await send('/v1/x/../%70roducts/./NONE-1');
    t.regex(counted, /\r\nRateLimit: "default";r=/);
    t.false(counted.includes(invalidRequestDetails.malformedUrl));
    t.notRegex(await send('/v1/products/../health'), /\r\nRateLimit: /);
    for (const path of ['/images/..%2f..%2fx', '/v1/products/../../..', '/..']) {
      t.true((await send(path)).includes(invalidRequestDetails.malformedUrl), path);
    }
  },
);

test.serial(
  'the problems of a too large header and of a too long URL name their cause',
  async (t) => {
    const { headTooLong, urlTooLong } = invalidRequestDetails;
    for (const [path, cookie, detail] of [
      ['/v1/products', 'x'.repeat(20_000), headTooLong],
      [`/v1/products/${'x'.repeat(20_000)}`, '', urlTooLong],
    ] as const) {
      const reply = await edge().client()(path, { headers: { Cookie: cookie } });
      t.is(reply.status, 400);
      t.like(reply.json(), { code: 'invalid_request', detail });
    }
  },
);

test.serial(
  'a refused request is counted under its route, for every spelling of its path',
  async (t) => {
    const client = edge().client();
    for (const [path, field] of [
      ['/v1/%70roducts/made/429', /^"default";r=599;/],
      ['/v1/made/../products/made/429', /^"default";r=598;/],
      ['/v1/products/../made/429', /^undefined$/],
    ] as const) {
      const { status, headers } = await client(path);
      t.is(status, 429);
      t.regex(String(headers['ratelimit']), field, path);
    }
  },
);

for (const [path, method, status, instance] of [
  ['/v1/health/%zz', 'GET', 400, '/v1/health/%25zz'],
  ['/v1/health', 'TRACE', 405, '/v1/health'],
] as const) {
  test.serial(
    `a burst of ${method} ${path}, which nginx itself refuses, is subject to the hard limit and gets its problem`,
    async (t) => {
      const client = edge().client();
      const asked = Array.from({ length: 210 }, () => client(path, { method }));
      const [refused, ...more] = (await Promise.all(asked)).filter(
        (reply) => reply.status !== status,
      );
      t.is(more.length, 8, '201 are answered as what they are');
      t.is(refused?.status, 429);
      t.is(refused?.headers['retry-after'], '1');
      t.is(refused?.headers['content-type'], 'application/problem+json');
      t.like(refused?.json(), { code: 'rate_limited', instance });
    },
  );
}

test.serial(
  'a request whose path cannot be decoded is counted by the limits if the decodable part is below /v1/products',
  async (t) => {
    const { headers } = await edge().client()('/v1/%70roducts/%zz');
    t.is(headers['ratelimit'], '"default";r=599;t=60');
  },
);

test.serial(
  'a method that nginx itself refuses gets the methods and the Vary of its route, and is counted once',
  async (t) => {
    const keyed = 'Accept-Encoding, Authorization';
    const allowed = [
      ['/v1/products', 'GET, HEAD, OPTIONS'],
      ['/v1/products/xpricing', 'GET, HEAD, OPTIONS'],
      ['/v1/products/pricing', 'GET, HEAD'],
      ['/v1/products/TEE-1/pricing', 'GET, HEAD'],
      ['/v1/%70roducts/TEE-1/%70ricing', 'GET, HEAD'],
    ] as const;
    for (const [path, methods] of allowed) {
      const { status, headers } = await edge().client()(path, { method: 'TRACE' });
      t.is(status, 405);
      t.is(headers['ratelimit'], '"default";r=599;t=60');
      t.is(headers['allow'], methods, path);
      t.is(headers['vary'], path === '/v1/products' ? 'Accept-Encoding' : keyed, path);
    }
    for (const path of ['/_variables', '/_problem']) {
      t.is((await edge().client()(path, { method: 'TRACE' })).status, 404, 'not for clients');
    }
  },
);

const failures = ['CLOSES', 'RESETS', 'HALF-A-HEADER', 'HUGE-HEADER', 'SILENT'];
for (const failure of failures) {
  test(`if the service fails with ${failure}, nginx answers upstream_unavailable with Retry-After`, async (t) => {
    const paths = [`/v1/products/${failure}`, `/v1/products/${failure}/pricing`];
    const replies = await Promise.all(paths.map((path) => edge().client()(path, key)));
    for (const [index, reply] of replies.entries()) {
      t.is(reply.status, 503);
      t.is(reply.headers['retry-after'], '5');
      t.is(reply.headers['cache-control'], 'no-store');
      t.is(reply.headers['vary'], 'Accept-Encoding, Authorization');
      t.is(reply.headers['ratelimit'], '"default";r=599;t=60');
      t.like(problemSchema.parse(reply.json()), {
        code: 'upstream_unavailable',
        instance: paths[index] ?? '',
      });
      tellsNothing(t, reply);
    }
  });
}

test.serial('an incomplete answer of the service is never sent as a complete one', async (t) => {
  await t.throwsAsync(edge().client()('/v1/products/HALF-A-BODY', key));
});

test.serial(
  'an answer to a request without a protocol version (HTTP/0.9) is forwarded and not logged',
  async (t) => {
    const { port, log } = edge();
    t.is(await sendRaw(port, 'GET /v1/products/OWN-500/pricing\r\n'), ownProblem);
    await edge().client()('/v1/health');
    t.notRegex(log(), /is not HTTP/);
  },
);

test.serial('an answer that is not HTTP is logged once a minute and not forwarded', async (t) => {
  const { client, log, logged } = edge();
  for (const path of ['/v1/products/NO-HTTP', '/v1/products/NO-HTTP/pricing']) {
    await t.throwsAsync(client()(path, key), { message: /closed/ });
  }
  await logged(/the answer of the pricing service is not HTTP/);
  await client()('/v1/health');
  t.is(log().match(/is not HTTP/g)?.length, 1);
});

test.serial('problems of the service are forwarded unchanged', async (t) => {
  for (const status of [401, 500, 503]) {
    const reply = await edge().client()(`/v1/products/OWN-${status}`, key);
    t.is(reply.status, status);
    t.is(reply.text, ownProblem);
    t.is(reply.headers['content-type'], 'application/problem+json');
    t.is(reply.headers['retry-after'], status === 503 ? '7' : undefined);
    if (status === 401) t.is(reply.headers['www-authenticate'], 'Bearer realm="catalogue"');
  }
});

function tellsNothing(t: { notRegex(text: string, inside: RegExp): void }, reply: Reply): void {
  const headers = JSON.stringify(reply.headers);
  t.notRegex(
    headers + reply.text,
    /\d\.\d+\.\d|127\.0\.0\.1|\.lua|pricing_service|\/(?:tmp|usr|etc)\//,
  );
}
