import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import test from 'ava';
import Koa from 'koa';
import { createApiKey } from '../../../../contract/api-key.ts';
import { answerMs } from '../../../../pricing-service/accounts/bounds.ts';
import { createVerifier } from '../../../../pricing-service/accounts/verifier.ts';
import { createLog } from '../../../../pricing-service/log.ts';
import { type KeyedRoute, requireKey } from '../../../../pricing-service/middleware/credentials.ts';
import { reportProblems } from '../../../../pricing-service/middleware/problems.ts';
import { createReleasedDocuments } from '../../../../pricing-service/pricing/released-documents.ts';
import { toRepresentation } from '../../../../pricing-service/pricing/representation.ts';
import { createTestAnswers } from '../../../../pricing-service/pricing/test-answers.ts';
import { createClient } from '../../../helpers/http-client.ts';
import { bearer, createManualClock } from '../../../helpers/pricing-app.ts';

test.serial('neither an answer that took too long nor its headers are sent', async (t) => {
  const clock = createManualClock();
  const account = { id: 'acme', tier: 'A3', distributorPricing: true };
  const store = { findKey: async () => ({ record: { revoked: false, account } }) };
  const logged: string[] = [];
  const log = createLog({ write: (line) => logged.push(line) });
  const app = new Koa();
  app.use(reportProblems('https://api.example.test', log));
  const documents = createReleasedDocuments('no folder');
  const answers = createTestAnswers('no folder', documents);
  const verifier = createVerifier({ store, clock });
  let takes = answerMs - 1;
  const route: KeyedRoute = async (_ctx, { tier }) => {
    clock.advance(takes);
    return toRepresentation('identity', Buffer.from(JSON.stringify({ tier })));
  };
  const router = new Router();
  router.all('/', requireKey({ verifier, answers, testAnswers: undefined }, route));
  app.use(router.routes());
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const client = createClient((server.address() as AddressInfo).port);
  const headers = bearer(createApiKey(randomBytes));
  t.is((await client('/', { headers })).status, 200);

  takes = answerMs;
  for (const method of ['GET', 'HEAD']) {
    clock.advance(answerMs);
    const {
      status,
      headers: sent,
      text,
    } = await client('/', {
      method,
      headers: { ...headers, 'if-none-match': '*' },
    });
    t.is(status, 503);
    t.is(sent['content-type'], 'application/problem+json');
    t.deepEqual([sent['etag'], sent['content-encoding']], [undefined, undefined]);
    t.false(text.includes('A3'));
  }
  t.regex(logged.join(''), /took too long to make/);
});
