/**
 * Measures servers with wrk: the project's nginx against a bare nginx that serves the same files,
 * the pricing service against a bare Node.js server that sends the same answers.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { releaseHeader } from '../contract/release.ts';
import { findPort } from '../infra/local/find-port.ts';
import { childEnvironment } from '../infra/local/settings.ts';
import { findProduct } from './edit-content.ts';
import { generateCatalogue } from './generate-catalogue.ts';
import type { BenchOptions, Checkout } from './options.ts';
import { endProcess, readUsage, startProgram, withFolder } from './processes.ts';
import { compareRates, type Rate, ratio } from './ratio.ts';
import { findPricingService, prepareNginx, type Server, type Stack, withStacks } from './stack.ts';
import { takeTurns } from './turns.ts';

const list = '/v1/products';

/**
 * Measures the list, a detail and an unknown product, of each nginx with one worker. Prints
 * comparisons of medians. Rejects if a server or wrk fails.
 */
export function benchEdge(options: BenchOptions): Promise<void> {
  return compareServers('edge', options, async (sku, stacks, folder) => ({
    servers: await Promise.all(stacks.map(prepareNginx)),
    bare: [
      await startBareNginx('bare', folder, stacks[0]?.out ?? '', sku),
      await startBareNginx('cached', folder, stacks[0]?.out ?? '', sku),
    ],
    paths: { list, detail: `${list}/${sku}`, 404: `${list}/NOBODY-1` },
  }));
}

/**
 * Measures keyed requests for a detail and for the prices of the whole catalogue, straight at the
 * service. Prints comparisons of medians. Rejects if a server or wrk fails.
 */
export function benchPricing(options: BenchOptions): Promise<void> {
  return compareServers('pricing', options, async (sku, stacks) => {
    const servers = await Promise.all(stacks.map(findPricingService));
    const { origin, key } = servers[0] as Server & { key: string };
    const paths = { detail: `${list}/${sku}`, catalog: `${list}/pricing` };
    const program = ['bench/bare-server.ts', origin, key, ...Object.values(paths)];
    const checkout = options.checkouts[0] as Checkout;
    const { child, found } = await startProgram(checkout, program, [/^listening (\S+)/]);
    return { servers, bare: [{ name: 'bare', child, origin: found[0] ?? '', key }], paths };
  });
}

/** The servers of the checkouts, the bare ones, and the paths to request by name. */
interface Contest {
  readonly servers: readonly Server[];
  readonly bare: readonly (Omit<Server, 'pid'> & { readonly child: ChildProcess })[];
  readonly paths: Readonly<Record<string, string>>;
}

/**
 * Starts the stacks of all checkouts on a generated catalogue. Calls `start` with a product's SKU,
 * the stacks and a free path; measures what it returns; prints comparisons and memory.
 */
function compareServers(
  bench: string,
  { checkouts, sample, sizes, seconds, rounds, print }: BenchOptions,
  start: (sku: string, stacks: readonly Stack[], folder: string) => Promise<Contest>,
): Promise<void> {
  return withFolder(async (folder) => {
    const content = join(folder, 'content');
    await generateCatalogue(content, sizes[0] ?? 0, sample);
    const [, { sku }] = await findProduct(content, 0);
    await withStacks(checkouts, { folder, content }, async (stacks) => {
      const { servers: own, bare, paths } = await start(sku, stacks, join(folder, 'nginx'));
      const servers = [...own, ...bare.map((each) => ({ ...each, pid: each.child.pid ?? 0 }))];
      const steps = Object.entries(paths).map(([name, path]) => ({
        async measure(server: Server) {
          const rate = await measureRate(server, path, { seconds, fails: name === '404' });
          return { [`${bench}-${name}`]: rate };
        },
      }));
      try {
        // Node.js compiles frequently used code: one turn of each is not counted.
        await takeTurns(1, servers, steps);
        for (const [line, rates] of await takeTurns(rounds, servers, steps)) {
          for (const [name, rate] of rates) {
            if (name === 'this') continue;
            print(compareRates(`${line}-to-${name}`, rates.get('this') as Rate, rate));
          }
        }
        for (const { name, pid } of servers) {
          const { gigabytes } = await readUsage(pid);
          print(ratio(`${bench}-memory-of-${name}`, gigabytes, 'GB at its highest'));
        }
      } finally {
        for (const { child } of bare) await endProcess(child);
      }
    });
  });
}

/**
 * Requests a path as often as possible with wrk, over 32 connections, with gzip accepted. Throws if
 * wrk is not installed, or if answers have a status of 400 or more unless `fails` is true.
 */
async function measureRate(
  { origin, pid, key, release }: Server,
  path: string,
  { seconds, fails }: { readonly seconds: number; readonly fails: boolean },
): Promise<Rate> {
  const args = ['-t1', '-c32', `-d${seconds}s`, '-H', 'Accept-Encoding: gzip', origin + path];
  if (key !== undefined) args.unshift('-H', `Authorization: Bearer ${key}`);
  if (release !== undefined) args.unshift('-H', `${releaseHeader}: ${release}`);
  const before = await readUsage(pid);
  const { stdout } = await promisify(execFile)('wrk', args).catch((cause) => {
    if (cause.code !== 'ENOENT') throw cause;
    throw new Error('this bench needs wrk; on Debian: sudo apt-get install wrk', { cause });
  });
  const { processorSeconds } = await readUsage(pid);
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  if (!requests || !perSecond || stdout.includes('Non-2xx') !== fails) {
    throw new Error(`unexpected answers of ${origin}${path}; wrk printed: ${stdout}`);
  }
  const used = processorSeconds - before.processorSeconds;
  return { perSecond, processorTime: (used * 1e6) / requests };
}

/**
 * Starts an nginx with one worker that only serves the list and a detail of the current release of
 * `out`, with their gzip files; with `cached`, it keeps files open, as the project's nginx does.
 */
async function startBareNginx(
  name: 'bare' | 'cached',
  parent: string,
  out: string,
  sku: string,
): Promise<Contest['bare'][number]> {
  const folder = join(parent, name);
  await mkdir(folder, { recursive: true });
  const port = await findPort('127.0.0.1', 0);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const conf = `${user} worker_processes 1; pid ${folder}/pid; error_log stderr crit; daemon off;
events { worker_connections 16384; }
http {
  ${temporary.join(' ')}
  ${name === 'cached' ? 'open_file_cache max=8000; open_file_cache_valid 60s;' : ''}
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000; gzip_static on;
  default_type application/json;
  server {
    listen 127.0.0.1:${port};
    root ${out}/current/public;
    location = ${list} { try_files ${list}/index.json =404; }
    location = ${list}/${sku} { try_files ${list}/${sku}/index.json =404; }
  }
}
`;
  await writeFile(join(folder, 'nginx.conf'), conf);
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { env: childEnvironment() });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(origin).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error('the bare nginx ended before it answered');
    await wait(20);
  }
  return { name, child, origin };
}
