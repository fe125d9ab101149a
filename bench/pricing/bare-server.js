// Sends stored answers with bare node:http: `node bare-server.js ORIGIN PORT PATH...`. At its start it requests each
// PATH from the server at ORIGIN, with the API key in the variable KEY, and keeps headers and bytes of the answers.
import { createServer, get } from 'node:http';
import { buffer } from 'node:stream/consumers';

const [origin, port, ...paths] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${process.env.KEY}`, 'Accept-Encoding': 'gzip' };
const hopByHop = new Set(['date', 'connection', 'keep-alive']);

/**
 * Requests a path from the server at `origin` with the API key. Resolves to `[path, answer]`, where the answer has
 * `headers` and compressed `bytes`; rejects if the status is not 200. Does not use `fetch`, which would decompress.
 */
const read = (path) =>
  new Promise((resolve, reject) => {
    get(origin + path, { headers }, async (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
      const own = Object.entries(response.headers).filter(([name]) => !hopByHop.has(name));
      resolve([path, { headers: Object.fromEntries(own), bytes: await buffer(response) }]);
    }).on('error', reject);
  });

const answers = new Map(await Promise.all(paths.map(read)));
createServer((request, response) => {
  const answer = answers.get(request.url);
  response.writeHead(answer ? 200 : 404, answer?.headers).end(answer?.bytes);
}).listen(Number(port), '127.0.0.1');
