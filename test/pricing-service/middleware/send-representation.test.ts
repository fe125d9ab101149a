import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import Koa from 'koa';
import { ApiProblem } from '../../../contract/problem.ts';
import { createLog } from '../../../pricing-service/log.ts';
import { reportProblems } from '../../../pricing-service/middleware/problems.ts';
import {
  answerWith,
  sendRepresentation,
} from '../../../pricing-service/middleware/send-representation.ts';
import { toRepresentation } from '../../../pricing-service/pricing/representation.ts';
import { baseUrl } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';

test('a check that fails after an answer was made keeps all of it from the client', async (t) => {
  const secret = await toRepresentation('identity', Buffer.from('{"net":[]}'));
  const app = new Koa();
  app.use(reportProblems(baseUrl, createLog({ write: () => true })));
  app.use(sendRepresentation);
  app.use(async (_ctx, next) => {
    await next();
    throw new ApiProblem('upstream_unavailable');
  });
  app.use((ctx) => answerWith(ctx, secret));
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const client = createClient((server.address() as AddressInfo).port);
  for (const method of ['GET', 'HEAD']) {
    const { status, headers, text } = await client('/', {
      method,
      headers: { 'if-none-match': '*' },
    });
    t.is(status, 503);
    t.is(headers['content-type'], 'application/problem+json');
    t.deepEqual([headers['etag'], headers['content-encoding']], [undefined, undefined]);
    t.false(text.includes('net'));
  }
});
