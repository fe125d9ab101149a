/**
 * Measures three things of the pricing service: how many requests with an API key it answers per second on the sample
 * catalogue, compared with bare node:http and with Fastify; the wait for an answer when a key is used for the first
 * time; and an answer with the prices of a large catalogue, by default of 100,000 products. The compared servers are
 * measured one after another in each round; medians over the rounds are compared.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoAccount } from '../../infra/local/demo-accounts.ts';
import { writeDemoAccounts } from '../../infra/local/start-redis.ts';
import { openConnection } from '../../redis/connect.ts';
import { deploy } from '../../releases/deploy/deploy.ts';
import { loadCurrent } from '../../test/helpers/load-current.ts';
import { type Contestant, startEdge } from '../edge/contestants.ts';
import { measureRates, type Target } from '../edge/wrk.ts';
import { compareRates, type Rate, ratio } from '../ratio.ts';
import { measureWaits } from './first-uses.ts';
import { type LargeCatalogue, loadLarge } from './large-catalogue.ts';
import { readLarge } from './large-readers.ts';
import {
  createAccounts,
  type PricingService,
  startBareServer,
  startFastify,
  startRedisProcess,
  startService,
} from './world.ts';

/** The options of `npm run bench -- pricing`, which measures the answers of the pricing service. */
export interface PricingBenchOptions {
  /**
   * Number of rounds after one that is not counted. In each round, two requests are measured with each server, one
   * after another: for a product's detail and for the prices of the whole sample catalogue.
   */
  readonly rounds: number;
  /** Duration of each measurement in seconds. */
  readonly seconds: number;
  /** Number of products in the generated catalogue, all prices of which are requested at once. */
  readonly products: number;
}

type Print = (line: string) => void;

const detail = '/v1/products/TEE100';
const catalog = '/v1/products/pricing';
/** Number of keys whose first use is measured. */
const firstUses = 1000;
/** Goal: no task blocks the event loop of the service for more than this number of milliseconds. */
const busyGoalMs = 50;

/**
 * Starts the servers, measures them, and prints each comparison as a line of the form `ratio <name> <value> (goal …)`.
 * Ends the servers and removes their files. Rejects if the deploy, a server or wrk fails.
 */
export async function benchPricing(options: PricingBenchOptions, print: Print): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-bench-'));
  const ends: Contestant['end'][] = [];
  const open = async <One extends Pick<Contestant, 'end'>>(starting: Promise<One>) => {
    const one = await starting;
    ends.unshift(one.end);
    return one;
  };
  try {
    const dist = join(folder, 'dist');
    const baseUrl = 'http://localhost';
    const { manifest } = await deploy({ content: 'content', out: dist, baseUrl });
    const { release, baseTier: tier, defaultLocale: locale } = manifest;
    const releaseFolder = join(dist, 'releases', release);
    const redis = await open(startRedisProcess(folder));
    await loadPrices(redis.url, dist);
    const [known, ...unknown] = createAccounts(tier, 1 + firstUses) as [
      DemoAccount,
      ...DemoAccount[],
    ];
    await writeDemoAccounts(redis.url, [known, ...unknown], new AbortController().signal);
    const { key } = known;
    const settings = { REDIS_URL: redis.url, DIST_DIR: dist, BASE_URL: baseUrl };
    const service = await open(startService(settings));
    const contestants = {
      service,
      bare: await open(startBareServer(service, key, [detail, catalog])),
      fastify: await open(startFastify(releaseFolder, { key, tier, locale, path: detail })),
      edge: await open(startEdge({ folder, release }, { pricing: service.port })),
    };
    await benchAnswers(contestants, key, options, print);
    await benchFirstUses(service, { known: key, unknown: unknown.map((one) => one.key) }, print);
    const large = { tier, products: options.products };
    const bytes = await loadLarge(redis.url, releaseFolder, large);
    // A separate service, without cached answers of the sample's catalogue.
    const fresh = await open(startService(settings));
    await benchLarge(fresh, key, { ...large, bytes }, print);
  } finally {
    for (const end of ends) await end();
    await rm(folder, { recursive: true, force: true });
  }
}

async function loadPrices(redisUrl: string, dist: string): Promise<void> {
  const redis = await openConnection(redisUrl);
  try {
    await loadCurrent(dist, redis);
  } finally {
    redis.disconnect();
  }
}

/**
 * Measures two keyed requests with each server: the detail of a product, and the prices of the whole sample
 * catalogue. Prints the rate of the service divided by those of `bare` and `fastify`, and the rate through `edge`
 * (nginx) divided by that of the service.
 */
async function benchAnswers(
  contestants: Readonly<Record<'service' | 'bare' | 'fastify' | 'edge', Contestant>>,
  key: string,
  options: PricingBenchOptions,
  print: Print,
): Promise<void> {
  const headers = { Authorization: `Bearer ${key}` };
  const paths = Object.entries({ detail, catalog });
  const targets = paths.flatMap(([name, path]) =>
    Object.entries(contestants).map(([who, server]): [string, Target] => [
      `${who} ${name}`,
      { server, path, headers },
    ]),
  );
  // Node.js compiles frequently used code: one turn of each is not counted.
  await measureRates({ ...options, rounds: 1 }, Object.fromEntries(targets));
  const rates = await measureRates(options, Object.fromEntries(targets));
  for (const [name] of paths) {
    const rate = (who: string) => rates.get(`${who} ${name}`) as Rate;
    const service = rate('service');
    print(compareRates(`pricing-${name}-to-bare`, service, rate('bare'), '≥ 0.60'));
    print(compareRates(`pricing-${name}-to-fastify`, service, rate('fastify'), '≥ 3'));
    print(compareRates(`pricing-${name}-through-nginx`, rate('edge'), service, 'the figure'));
  }
}

async function benchFirstUses(
  { origin }: Contestant,
  { known, unknown }: { known: string; unknown: readonly string[] },
  print: Print,
): Promise<void> {
  const url = origin + detail;
  const usual = await measureWaits(url, Array<string>(unknown.length).fill(known));
  const first = await measureWaits(url, unknown);
  const times = ({ p50, p99 }: typeof first) =>
    `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;
  const goal = `the figure; ${times(first)}; later uses ${times(usual)}`;
  print(ratio('pricing-first-use-to-later', first.p50 / usual.p50, goal));
}

async function benchLarge(
  service: PricingService,
  key: string,
  { products, bytes }: LargeCatalogue & { readonly bytes: number },
  print: Print,
): Promise<void> {
  const url = service.origin + catalog;
  await measureWaits(service.origin + detail, Array<string>(200).fill(key));
  const idle = await service.vitals();
  const { seconds, readers, length } = await readLarge(url, key);
  const { longestBusyMs, longestDelayMs, mostMemoryBytes } = await service.vitals();
  const first = Object.entries(seconds).map(([coding, taken]) => `${coding} ${taken.toFixed(1)} s`);
  const name = `pricing-catalog-${products}`;
  const busy = `busy at most ${longestBusyMs.toFixed(1)} ms at a time, a timer at most ${longestDelayMs.toFixed(1)} ms late`;
  const goal = `≤ 1 of ${busyGoalMs} ms; ${busy}; first answers: ${first.join(', ')}`;
  print(ratio(`${name}-event-loop`, longestBusyMs / busyGoalMs, goal));
  const megabytes = (count: number) => `${(count / 1e6).toFixed(0)} MB`;
  const grown = mostMemoryBytes - idle.mostMemoryBytes;
  const what = `${readers} readers of ${megabytes(length)}, ${megabytes(bytes)} as gzip`;
  const figure = `the figure; ${megabytes(grown)} more for ${what}`;
  print(ratio(`${name}-memory`, grown / (readers * length), figure));
}
