/** Every status that nginx creates itself, and every failure of the service, is answered with a problem. */
import test from 'ava';
import { invalidRequestDetails, type ProblemCode, problems } from '../../../contract/problems.ts';
import { problemSchema } from '../../../contract/schemas/problem.ts';
import { baseUrl } from '../../helpers/content.ts';
import { type Reply, sendRaw } from '../../helpers/http-client.ts';
import { edge, madeStatuses } from './edge.ts';
import { ownProblem } from './failing-service.ts';

/** The problems of statuses other than those of an invalid request. */
const codes: Readonly<Record<number, ProblemCode>> = {
  403: 'internal_error',
  404: 'route_not_found',
  429: 'rate_limited',
  500: 'internal_error',
  502: 'upstream_unavailable',
  503: 'upstream_unavailable',
  504: 'upstream_unavailable',
};
const key = { headers: { Authorization: 'Bearer x' } };

function tellsNothing(t: { notRegex(text: string, inside: RegExp): void }, reply: Reply): void {
  const headers = JSON.stringify(reply.headers);
  t.notRegex(
    headers + reply.text,
    /\d\.\d+\.\d|127\.0\.0\.1|\.lua|pricing_service|\/(?:tmp|usr|etc)\//,
  );
}

for (const status of madeStatuses) {
  const code = codes[status] ?? 'invalid_request';
  test.serial(`nginx sends its own status ${status} as the problem ${code}`, async (t) => {
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

for (const failure of ['CLOSES', 'RESETS', 'HALF-A-HEADER', 'HUGE-HEADER', 'SILENT']) {
  test.serial(
    `if the service fails with ${failure}, nginx answers upstream_unavailable with Retry-After`,
    async (t) => {
      const paths = [`/v1/products/${failure}`, `/v1/products/${failure}/pricing`];
      const replies = await Promise.all(paths.map((path) => edge().client()(path, key)));
      for (const [index, reply] of replies.entries()) {
        t.is(reply.status, 503);
        t.is(reply.headers['retry-after'], '5');
        t.is(reply.headers['cache-control'], 'no-store');
        t.is(reply.headers['vary'], 'Accept-Encoding, Authorization');
        t.is(reply.headers['ratelimit'], '"default";r=599;t=60');
        const instance = paths[index] ?? '';
        t.like(problemSchema.parse(reply.json()), { code: 'upstream_unavailable', instance });
        tellsNothing(t, reply);
      }
    },
  );
}

test.serial('an incomplete answer of the service is never sent as a complete one', async (t) => {
  await t.throwsAsync(edge().client()('/v1/products/HALF-A-BODY', key));
});

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

test.serial(
  'a body whose framing cannot be read is refused on every route, and the connection is closed',
  async (t) => {
    for (const target of [
      ...['GET /v1/health', 'POST /v1/products', 'GET /v1/sync/activeProduct?company=x'],
      ...['POST /v1/products/pricing', 'GET /docs', 'GET /nothing', 'TRACE /v1/products'],
    ]) {
      const head = `${target} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const reply = await sendRaw(edge().port, `${head}zz\r\nhello\r\n0\r\n\r\n`);
      t.regex(reply, /^HTTP\/1\.1 400 /, target);
      t.regex(reply, /\r\nConnection: close\r\n/);
      t.true(reply.includes('"code":"invalid_request"') || target.includes('/v1/sync'), reply);
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
      ['/v1/%70roducts/%zz', /^"default";r=597;/],
    ] as const) {
      t.regex(String((await client(path)).headers['ratelimit']), field, path);
    }
    // nginx refuses two Host headers before it has chosen a location.
    const send = (path: string) =>
      sendRaw(
        edge().port,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n`,
      );
    t.regex(await send('/v1/x/../%70roducts/./NONE-1'), /\r\nRateLimit: "default";r=/);
    t.notRegex(await send('/v1/products/../health'), /\r\nRateLimit: /);
    t.true((await send('/v1/products/../../..')).includes(invalidRequestDetails.malformedUrl));
  },
);

test.serial(
  'a request of HTTP/0.9 gets no document, and no problem without a status',
  async (t) => {
    const { port } = edge();
    for (const path of '/v1/products /v1/products/TEE-1 /v1/health /docs /none /%zz'.split(' ')) {
      // nginx resets the connection.
      t.is(await sendRaw(port, `GET ${path}\r\n`).catch(() => ''), '', path);
    }
  },
);

test.serial('the internal locations of nginx are not for clients', async (t) => {
  for (const path of ['/_variables', '/_problem']) {
    for (const method of ['GET', 'TRACE'])
      t.is((await edge().client()(path, { method })).status, 404);
  }
});
