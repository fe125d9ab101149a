/** Measures the processor time of a request by route: of nginx, and of the pricing service behind it. */
import { join } from 'node:path';
import { writeDemoAccounts } from '../../infra/local/start-redis.ts';
import { deploy } from '../../releases/deploy/deploy.ts';
import { generateCatalogue } from '../build/generate-catalogue.ts';
import { type Contestant, startEdge } from '../edge/contestants.ts';
import { readProcessorTime } from '../edge/processor-time.ts';
import { measureRates, type Target } from '../edge/wrk.ts';
import { measureWaits } from '../pricing/first-uses.ts';
import { createAccounts, startRedisProcess, startService } from '../pricing/world.ts';
import type { Rate } from '../ratio.ts';

/** The options of `routeCosts`, which measures the processor time of a request by route. */
export interface RouteCostOptions {
  /** An existing folder for the catalogue, the release and the files of the servers. */
  readonly folder: string;
  /** Number of products of the generated catalogue. */
  readonly products: number;
  /**
   * Number of rounds after one that is not counted. In each round, all routes are measured one after another: a route
   * that needs an API key twice, through nginx and directly at the pricing service.
   */
  readonly rounds: number;
  /** Duration of each measurement in seconds. */
  readonly seconds: number;
}

/** Number of keys that are used once each, to measure the first use of a key. */
const firstUses = 2000;

interface Route {
  readonly name: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether requests of the route have an API key and are answered by the pricing service. */
  readonly isKeyed?: boolean;
}

/**
 * Deploys a generated catalogue, starts Redis, the pricing service and nginx, and measures each route. Returns lines: a
 * row of a Markdown table for each route, an empty line, and a sentence about the first use of a key. Ends the
 * processes. Rejects if the deploy, a server or wrk fails.
 */
export async function routeCosts({ folder, products, ...turns }: RouteCostOptions) {
  const site = join(folder, 'routes');
  const [content, out] = [join(site, 'content'), join(site, 'dist')];
  await generateCatalogue(content, products);
  const ends: Contestant['end'][] = [];
  const open = async <One extends Pick<Contestant, 'end'>>(starting: Promise<One>) => {
    const one = await starting;
    ends.unshift(one.end);
    return one;
  };
  try {
    const redis = await open(startRedisProcess(site));
    const baseUrl = 'http://localhost';
    const { manifest } = await deploy({
      content,
      out,
      baseUrl,
      redisUrl: redis.url,
      loadsPrices: true,
    });
    const { release, baseTier } = manifest;
    const accounts = createAccounts(baseTier, 1 + firstUses);
    await writeDemoAccounts(redis.url, accounts, new AbortController().signal);
    const [key = '', ...otherKeys] = accounts.map((account) => account.key);
    const service = await open(
      startService({ REDIS_URL: redis.url, DIST_DIR: out, BASE_URL: baseUrl }),
    );
    const edge = await open(startEdge({ folder: site, release }, { pricing: service.port }));
    const routes = await routesOf(edge.origin, { release, key });
    const rows = await measureRoutes(routes, { edge, service }, turns);
    const detail = service.origin + (routes[0] as Route).path;
    return [...rows, '', await firstUseCost(detail, otherKeys, { redis, service })];
  } finally {
    for (const end of ends) await end();
  }
}

/**
 * Returns the requests to measure: the main routes, some of them with an API key, and answers 304 and 404. Requests the
 * list from `origin` once, because a SKU and the list's entity tag are parts of these requests.
 */
async function routesOf(
  origin: string,
  { release, key }: { readonly release: string; readonly key: string },
): Promise<readonly Route[]> {
  const list = await fetch(`${origin}/v1/products`, { headers: { 'Accept-Encoding': 'gzip' } });
  const { products } = (await list.json()) as { products: readonly { readonly sku: string }[] };
  const detail = `/v1/products/${products[0]?.sku}`;
  const keyed = { headers: { Authorization: `Bearer ${key}` }, isKeyed: true };
  const held = { 'If-None-Match': list.headers.get('etag') ?? '' };
  return [
    { name: 'detail', path: detail },
    { name: 'list', path: '/v1/products' },
    { name: 'list, 304', path: '/v1/products', headers: held },
    { name: 'inventory', path: '/v1/products/inventory' },
    { name: 'export', path: '/v1/products/export' },
    { name: 'changes since the current release', path: `/v1/products/changes?since=${release}` },
    { name: 'detail of an unknown SKU, 404', path: '/v1/products/UNKNOWN' },
    { name: 'health', path: '/v1/health' },
    { name: 'keyed detail', path: detail, ...keyed },
    { name: 'keyed prices of all products', path: '/v1/products/pricing', ...keyed },
  ];
}

async function measureRoutes(
  routes: readonly Route[],
  { edge, service }: { readonly edge: Contestant; readonly service: Contestant },
  turns: { readonly rounds: number; readonly seconds: number },
): Promise<string[]> {
  const targets: Record<string, Target> = {};
  for (const { name, isKeyed, ...request } of routes) {
    targets[`edge ${name}`] = { server: edge, ...request };
    if (isKeyed) targets[`service ${name}`] = { server: service, ...request };
  }
  // Node.js compiles what is asked for often: a turn of each that is not counted.
  await measureRates({ ...turns, rounds: 1 }, targets);
  const rates = await measureRates(turns, targets);
  const timeOf = (name: string) => (rates.get(name) as Rate | undefined)?.processorTime ?? 0;
  const rows = routes.map(async ({ name, path, headers = {} }) => {
    const [nginx, behind] = [timeOf(`edge ${name}`), timeOf(`service ${name}`)];
    const bytes = await bodyBytes(edge.origin + path, headers);
    const perSecond = Math.round(1e6 / (nginx + behind));
    const service = behind === 0 ? '–' : behind.toFixed(1);
    return `| ${name} | ${bytes} | ${nginx.toFixed(1)} | ${service} | ${perSecond} |`;
  });
  return Promise.all(rows);
}

/**
 * Requests `url` once with each key. Returns a sentence with the mean processor time per key, of Redis and of the
 * service, in microseconds. The service must not have seen the keys before, because it reuses a verification for 30
 * seconds (decision 36).
 */
async function firstUseCost(
  url: string,
  keys: readonly string[],
  { redis, service }: Readonly<Record<'redis' | 'service', Pick<Contestant, 'process'>>>,
): Promise<string> {
  const times = () =>
    Promise.all([redis, service].map((one) => readProcessorTime(one.process.pid ?? 0)));
  const before = await times();
  await measureWaits(url, keys);
  const [inRedis, inService] = (await times()).map(
    (time, at) => (time - (before[at] as number)) / keys.length,
  ) as [number, number];
  return `first use of a key: ${inRedis.toFixed(1)} µs of Redis, ${inService.toFixed(1)} µs of the service`;
}

/**
 * Requests a URL with gzip, and returns the size of the body in bytes: its `Content-Length`, or, without this header,
 * its size after decompression.
 */
async function bodyBytes(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const reply = await fetch(url, { headers: { 'Accept-Encoding': 'gzip', ...headers } });
  const plain = await reply.arrayBuffer();
  return Number(reply.headers.get('content-length') ?? plain.byteLength);
}
