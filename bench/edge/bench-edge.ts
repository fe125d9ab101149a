/**
 * Compares the edge (the project's nginx) with a bare nginx and with Node.js servers that serve the same release. In
 * each round the servers are measured one after another; the medians over the rounds are compared.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deploy } from '../../releases/deploy/deploy.ts';
import { compareRates, compareTimes, type Rate, ratio } from '../ratio.ts';
import { type Contestant, type Site, startBareNginx, startEdge, startPeer } from './contestants.ts';
import { measureIdle } from './idle-connections.ts';
import { measureRates } from './wrk.ts';

/** The options of `npm run bench -- edge`, which compares the project's nginx with other servers. */
export interface EdgeBenchOptions {
  /** Number of rounds. In each, every target (a server with a path and headers) is measured once. */
  readonly rounds: number;
  /** Duration of each measurement in seconds. */
  readonly seconds: number;
  /** Number of idle connections that are open while the latency of one client is measured. */
  readonly connections: number;
}

type Print = (line: string) => void;

const sku = 'TEE100';
const list = '/v1/products';
const detail = `${list}/${sku}`;
const missing = `${list}/NOBODY-1`;

/**
 * Starts the servers on the sample catalogue, measures them, and prints each comparison as a line of the form `ratio
 * <name> <value> (goal …)`. Ends the servers and removes their files. Rejects if the deploy, a server or wrk fails.
 */
export async function benchEdge(options: EdgeBenchOptions, print: Print): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-bench-'));
  const started: Contestant[] = [];
  const open = async (starting: Promise<Contestant>) => {
    const one = await starting;
    started.push(one);
    return one;
  };
  try {
    const out = join(folder, 'dist');
    const { manifest } = await deploy({ content: 'content', out, baseUrl: 'http://localhost' });
    const site: Site = { folder, release: manifest.release };
    const edge = await open(startEdge(site));
    const limited = await open(startEdge(site, { advisory: true }));
    const bare = await open(startBareNginx(site, sku));
    const fastify = await open(startPeer('fastify.js', site, sku));
    const jsonServer = await open(startPeer('json-server.js', site, sku));
    const held = { 'If-None-Match': await etagOf(edge.origin + list) };
    const rates = await measureRates(options, {
      list: { server: edge, path: list },
      detail: { server: edge, path: detail },
      list304: { server: edge, path: list, headers: held },
      list404: { server: edge, path: missing },
      list429: { server: limited, path: list },
      bareList: { server: bare, path: list },
      bareDetail: { server: bare, path: detail },
      bare404: { server: bare, path: missing },
      fastifyList: { server: fastify, path: list },
      fastifyDetail: { server: fastify, path: detail },
      jsonServerList: { server: jsonServer, path: list },
    });
    const rateOf = (name: string) => rates.get(name) as Rate;
    const compare = (name: string, one: string, other: string, goal: string) =>
      print(compareRates(name, rateOf(one), rateOf(other), goal));
    const compareTime = (name: string, one: string, other: string, goal: string) =>
      print(compareTimes(name, rateOf(one), rateOf(other), goal));
    compareTime('edge-list-time-to-bare', 'list', 'bareList', '≥ 0.90');
    compareTime('edge-detail-time-to-bare', 'detail', 'bareDetail', '≥ 0.95');
    compare('edge-list-to-bare', 'list', 'bareList', 'the figure');
    compare('edge-detail-to-bare', 'detail', 'bareDetail', 'the figure');
    compare('edge-list-to-fastify', 'list', 'fastifyList', '≥ 150');
    compare('edge-detail-to-fastify', 'detail', 'fastifyDetail', '≥ 8');
    compare('edge-list-to-json-server', 'list', 'jsonServerList', 'the figure');
    compare('edge-list-304-to-200', 'list304', 'list', 'the figure');
    compare('edge-404-to-bare-404', 'list404', 'bare404', 'the figure');
    compare('edge-429-to-bare-404', 'list429', 'bare404', 'the figure');
    const { connections, seconds } = options;
    const { bytes, p99, p99Alone } = await measureIdle(edge, {
      connections,
      seconds,
      path: detail,
    });
    const megabytes = (bytes / 1e6).toFixed(0);
    const goal = `the figure; p99 ${p99} ms beside ${connections} idle connections, ${p99Alone} ms alone`;
    print(ratio('edge-idle-p99', p99 / p99Alone, `${goal}; the worker holds ${megabytes} MB`));
  } finally {
    for (const one of started) await one.end();
    await rm(folder, { recursive: true, force: true });
  }
}

async function etagOf(url: string): Promise<string> {
  const reply = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } });
  await reply.arrayBuffer();
  return reply.headers.get('etag') ?? '';
}
