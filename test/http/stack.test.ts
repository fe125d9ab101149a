/** The HTTP suite against `npm run stack`, and the few things that only nginx does. */
import { sendRaw } from '../helpers/http-client.ts';
import { stackScript } from '../helpers/running-server.ts';
import { registerSuite } from './register-suite.ts';

const { test, subject } = registerSuite(stackScript);

test('only nginx: a method that HTTP does not know is refused as a problem', async (t) => {
  const { port } = subject().server;
  const request = 'BREW /v1/products HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  const reply = await sendRaw(port, request);
  t.regex(reply, /^HTTP\/1\.1 405 /);
  t.regex(reply, /"code":"method_not_allowed"/);
  t.regex(reply, /\r\nAllow: GET, HEAD, OPTIONS\r\n/);
});

test('only nginx: a URL longer than its buffers is a problem', async (t) => {
  const { port } = subject().server;
  const target = `/v1/products?${'x'.repeat(20_000)}`;
  const reply = await sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
  t.regex(reply, /^HTTP\/1\.1 400 /);
  t.regex(reply, /"code":"invalid_request"/);
});

test('only nginx: raw bytes above 0x7F in a path reach the problem, percent-encoded', async (t) => {
  const { port } = subject().server;
  const request = 'GET /v1/\xE9\xFF HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  const reply = await sendRaw(port, Buffer.from(request, 'latin1'));
  const problem = JSON.parse(reply.split('\r\n\r\n')[1] ?? '') as Record<string, unknown>;
  t.like(problem, { code: 'invalid_request', instance: '/v1/%E9%FF' });
});
