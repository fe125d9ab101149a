import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { ApiProblem } from '../../../../contract/problem.ts';
import { readBearerToken } from '../../../../pricing-service/accounts/bearer.ts';
import { sendRaw } from '../../../helpers/http-client.ts';

type Read = (...headers: readonly string[]) => Promise<string>;

/**
 * Starts a server for the test. Returns a function that sends a request with the given header lines. It resolves to
 * `token TOKEN` with the token that the server has read, or to the code of the problem, such as `unauthorized`.
 */
async function startReader(t: ExecutionContext): Promise<Read> {
  const server = createServer((request, response) => response.end(read(() => request)));
  const read = (request: () => Parameters<typeof readBearerToken>[0]) => {
    try {
      return `token ${readBearerToken(request())}`;
    } catch (error) {
      return error instanceof ApiProblem ? error.code : 'fault';
    }
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  return async (...headers) => {
    const lines = ['GET / HTTP/1.0', 'Host: x', ...headers, '', ''];
    const reply = await sendRaw(port, Buffer.from(lines.join('\r\n'), 'latin1'));
    return reply.slice(reply.indexOf('\r\n\r\n') + 4);
  };
}

test.serial(
  'the token follows the scheme, for any case of the scheme and any number of spaces',
  async (t) => {
    const read = await startReader(t);
    t.is(await read('Authorization: Bearer ppc_x'), 'token ppc_x');
    t.is(await read('authorization: bearer ppc_x'), 'token ppc_x');
    t.is(await read('AUTHORIZATION: BEARER   ppc_x  '), 'token ppc_x');
    t.is(await read('Authorization: Bearer a b'), 'token a b');
  },
);

test.serial('only spaces and tabs around a credential are removed', async (t) => {
  const read = await startReader(t);
  t.is(await read('Authorization:\t Bearer ppc_x \t'), 'token ppc_x');
  for (const byte of ['\xA0', '\x85', '\xFF']) {
    t.not(await read(`Authorization: Bearer ppc_x${byte}`), 'token ppc_x', byte);
    t.is(await read(`Authorization: ${byte}Bearer ppc_x`), 'unauthorized', byte);
  }
});

test.serial('a scheme without a token returns an empty token', async (t) => {
  const read = await startReader(t);
  t.is(await read('Authorization: Bearer'), 'token ');
  t.is(await read('Authorization: Bearer '), 'token ');
});

test.serial('a missing header causes key_required', async (t) => {
  const read = await startReader(t);
  t.is(await read(), 'key_required');
  t.is(await read('X-Authorization: Bearer ppc_x'), 'key_required');
});

test.serial('another scheme, a bare key or an empty header causes unauthorized', async (t) => {
  const read = await startReader(t);
  for (const value of ['Basic YTpi', 'ppc_x', 'Bearerppc_x', 'Bearer:ppc_x', 'Bearer,x', '']) {
    t.is(await read(`Authorization: ${value}`), 'unauthorized', value);
  }
});

test.serial(
  'two Authorization headers cause invalid_request, also if both are equal',
  async (t) => {
    const read = await startReader(t);
    const line = 'Authorization: Bearer ppc_x';
    t.is(await read(line, line), 'invalid_request');
    t.is(await read(line, 'authorization: Basic YTpi'), 'invalid_request');
    t.is(await read('Authorization:', line), 'invalid_request');
  },
);
