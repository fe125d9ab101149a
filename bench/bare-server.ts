/**
 * Sends stored answers with bare node:http. Arguments: ORIGIN KEY PATH... At its start it requests
 * each PATH from ORIGIN with the API key KEY, and stores the answers. Prints `listening <URL>`.
 */
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const [origin = '', key = '', ...paths] = process.argv.slice(2);

/** Requests a path, not with `fetch`, which would decompress the answer. */
async function read(path: string) {
  const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'gzip' };
  const [reply] = (await once(get(origin + path, { headers }), 'response')) as [IncomingMessage];
  if (reply.statusCode !== 200) throw new Error(`${path} was answered ${reply.statusCode}`);
  const { date, connection, 'keep-alive': keepAlive, ...own } = reply.headers;
  return [path, { headers: own, bytes: await buffer(reply) }] as const;
}

const answers = new Map(await Promise.all(paths.map(read)));
const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  response.writeHead(answer ? 200 : 404, answer?.headers).end(answer?.bytes);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
