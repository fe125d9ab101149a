import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import Koa from 'koa';
import { createApiKey } from '../../../contract/api-key.ts';
import { problemSchema } from '../../../contract/schemas/problem.ts';
import { answerMs } from '../../../pricing-service/accounts/bounds.ts';
import { createVerifier } from '../../../pricing-service/accounts/verifier.ts';
import { createLog } from '../../../pricing-service/log.ts';
import { requireKey } from '../../../pricing-service/middleware/credentials.ts';
import { reportProblems } from '../../../pricing-service/middleware/problems.ts';
import {
  answerWith,
  sendRepresentation,
} from '../../../pricing-service/middleware/send-representation.ts';
import { createReleasedDocuments } from '../../../pricing-service/pricing/released-documents.ts';
import { createTestAnswers } from '../../../pricing-service/pricing/test-answers.ts';
import { createClient } from '../../helpers/http-client.ts';
import { bearer, createHandClock } from '../../helpers/pricing-app.ts';

test('an answer that took too long is not written, and its headers are removed', async (t) => {
  const clock = createHandClock();
  const account = { id: 'acme', tier: 'A3', distributorPricing: true };
  const store = { findKey: async () => ({ record: { revoked: false, account } }) };
  const logged: string[] = [];
  const log = createLog({ write: (line) => logged.push(line) });
  const app = new Koa();
  app.use(reportProblems('https://api.example.test', log));
  app.use(sendRepresentation);
  const documents = createReleasedDocuments('no folder');
  const answers = createTestAnswers('no folder', documents);
  const verifier = createVerifier({ store, clock });
  app.use(requireKey({ verifier, answers, testAnswers: undefined }));
  let takes = answerMs - 1;
  app.use((ctx) => {
    clock.advance(takes);
    const body = gzipSync(JSON.stringify(ctx.state['tier']));
    const { length } = body;
    const held = { headers: [], bytes: body, heldBytes: length };
    answerWith(ctx, { coding: 'gzip', etag: '"secret"', length, ...held, open: () => body });
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const client = createClient((server.address() as AddressInfo).port);
  const headers = bearer(createApiKey(randomBytes));
  t.is((await client('/', { headers })).status, 200);

  takes = answerMs;
  clock.advance(answerMs);
  const late = await client('/', { headers });
  t.is(late.status, 503);
  t.is(problemSchema.parse(late.json()).code, 'upstream_unavailable');
  t.is(late.headers['etag'], undefined);
  t.is(late.headers['content-encoding'], undefined);
  t.is(late.headers['content-type'], 'application/problem+json');
  t.regex(logged.join(''), /took too long to make/);
});
