/**
 * Measures the requests, bytes and seconds that a client needs to keep its copy of the catalogue up to date
 * in two ways: with the export and changes routes, and with the sync listing (the list of active products at
 * `/v1/sync/activeProduct`) and a request for each changed product.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Changes } from '../../contract/schemas/changes.ts';
import type { Health } from '../../contract/schemas/health.ts';
import type { SyncItem } from '../../contract/schemas/sync.ts';
import { childEnvironment } from '../../infra/local/settings.ts';
import { dangerKinds } from '../../releases/guard/dangers.ts';
import { createContentSource } from '../../sync/content-source.ts';
import { runRound } from '../../sync/round.ts';
import { prepareNameEdit } from '../build/edit-content.ts';
import { programArguments } from '../program-arguments.ts';
import { ratio } from '../ratio.ts';
import { type BenchStack, withStack } from '../stack.ts';
import { editStock, removeProduct } from './edit-tables.ts';
import { createMeter, type Measured } from './meter.ts';

/** The options of `npm run bench -- copy`, which measures what keeping a copy of the catalogue costs a client. */
export interface CopyBenchOptions {
  /** Number of products of the generated catalogue. */
  readonly products: number;
}

const query = '?locale=en-CA';
const paths = {
  export: `/v1/products/export${query}`,
  inventory: `/v1/products/inventory${query}`,
  changes: (since: string) => `/v1/products/changes${query}&since=${since}`,
  detail: (sku: string) => `/v1/products/${sku}${query}`,
  listing: `/v1/sync/activeProduct${query}`,
};

const edited = 25;

/**
 * Starts the stack (nginx, pricing service, Redis) on a generated catalogue, and measures four updates of a client's
 * copy: its first load, an update when nothing has changed, one after 25 products were edited and one was removed, and
 * one after the stock of every fifth product has changed. For each update, prints the bytes that it takes with the
 * export and changes routes, divided by the bytes that it takes with the sync listing.
 */
export function benchCopy(
  { products }: CopyBenchOptions,
  print: (line: string) => void,
): Promise<void> {
  return withStack(products, async (stack, content) => {
    const meter = createMeter(stack.address);
    const compare = (name: string, ours: Measured, theirs: Measured, goal: string) =>
      print(
        ratio(
          `copy-${name}-${products}`,
          ours.bytes / Math.max(1, theirs.bytes),
          `${goal}; ${describe(ours)} against ${describe(theirs)}`,
        ),
      );

    let release = '';
    const first = await meter.measure(async (get) => {
      release = String((await get(paths.export)).headers['x-catalogue-release']);
    });
    let items: readonly SyncItem[] = [];
    const load = async (revisions: ReadonlyMap<string, string>, get: typeof meter.get) => {
      items = (await get(paths.listing)).json() as SyncItem[];
      const stale = items.filter(({ sku, revision }) => revisions.get(sku) !== revision);
      await Promise.all(stale.map(({ sku }) => get(paths.detail(sku))));
    };
    const firstByListing = await meter.measure((get) => load(new Map(), get));
    compare('first-load', first, firstByListing, '1 request a locale');

    const listing = await meter.get(paths.listing);
    const unchanged = await meter.measure(async (get) => void (await get(paths.changes(release))));
    const etag = String(listing.headers['etag']);
    const unchangedByListing = await meter.measure(
      async (get) => void (await get(paths.listing, { 'if-none-match': etag })),
    );
    compare('nothing-changed', unchanged, unchangedByListing, '≤ 1 kB');

    const follow = async (get: typeof meter.get) => {
      const { changes = [], ...answer } = (await get(paths.changes(release))).json() as Changes;
      release = answer.release;
      const stale = changes.filter(({ change, parts = [] }) => {
        return change === 'added' || parts.some((part) => part !== 'stock');
      });
      if (changes.some(({ parts }) => parts?.includes('stock'))) await get(paths.inventory);
      await Promise.all(stale.map(({ sku }) => get(paths.detail(sku))));
    };
    const revisions = () => new Map(items.map(({ sku, revision }) => [sku, revision]));
    const deployed = async (edit: () => Promise<unknown>) => {
      await edit();
      const read = async () => {
        const { release: served } = (await meter.get('/v1/health')).json() as Health;
        return { served, listing: (await meter.get(paths.listing)).text() };
      };
      const before = await read();
      await deploy(stack, content);
      for (let now = before; now.served === before.served || now.listing === before.listing; ) {
        await wait(500);
        now = await read();
      }
    };

    await deployed(async () => {
      for (let round = 0; round < edited; round += 1) {
        await (await prepareNameEdit(content, round)).save();
      }
      await removeProduct(content, items.at(-1)?.sku ?? '');
    });
    const some = await meter.measure(follow);
    compare(
      '25-edited',
      some,
      await meter.measure((get) => load(revisions(), get)),
      '≤ 27 requests',
    );

    await deployed(() => editStock(content));
    const stock = await meter.measure(follow);
    const stockByListing = await meter.measure((get) => load(revisions(), get));
    compare('stock-of-every-fifth', stock, stockByListing, 'the figure');
  });
}

function describe({ requests, bytes, seconds }: Measured): string {
  return `${requests} requests, ${bytes} bytes, ${seconds.toFixed(2)} s`;
}

/** Deploys the content, then updates the sync listing. Throws an error if the deploy fails. */
async function deploy({ address, redisUrl, out }: BenchStack, content: string): Promise<void> {
  const args = ['--content', content, '--out', out, '--base-url', address];
  const accepted = ['--accept', dangerKinds.join(',')];
  const main = programArguments('releases/deploy/main.ts');
  const child = spawn(process.execPath, [...main, ...args, ...accepted], {
    env: childEnvironment({ REDIS_URL: redisUrl }),
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`npm run deploy ended with ${code}`);
  const { signal: stop } = new AbortController();
  const source = createContentSource(content);
  await runRound({ out, source, now: Date.now, stop, acceptLoss: true });
}
