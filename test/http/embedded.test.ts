/** The HTTP suite against `npm start`, and what Node's HTTP parser refuses there. */
import { invalidRequestDetails } from '../../contract/problems.ts';
import { sendRaw } from '../helpers/http-client.ts';
import { embeddedScript } from '../helpers/running-server.ts';
import { registerSuite } from './register-suite.ts';

const { test, subject } = registerSuite(embeddedScript);

test('only Node.js: headers that are too long are no long URL, which is told as what it is', async (t) => {
  const { headTooLong, urlTooLong } = invalidRequestDetails;
  for (const [query, cookie, detail] of [
    ['', 'x'.repeat(70_000), headTooLong],
    ['x'.repeat(70_000), '', headTooLong],
    ['x'.repeat(5000), '', urlTooLong],
  ] as const) {
    const head = `GET /v1/products?${query} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n`;
    const reply = await sendRaw(subject().server.port, `${head}Connection: close\r\n\r\n`);
    t.regex(reply, /^HTTP\/1\.1 400 /);
    const problem = JSON.parse(reply.split('\r\n\r\n')[1] ?? '') as Record<string, unknown>;
    t.like(problem, { code: 'invalid_request', detail });
  }
});
