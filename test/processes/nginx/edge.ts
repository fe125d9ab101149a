/** nginx servers that the tests of this folder share, and nginx with settings of one file of tests. */
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import type { Manifest } from '../../../contract/release.ts';
import { baseUrl, makeFolder } from '../../helpers/content.ts';
import { type Client, createClient } from '../../helpers/http-client.ts';
import { startTestNginx, type TestNginx } from '../../helpers/nginx.ts';
import { compileInto } from '../../helpers/pricing-app.ts';
import { collectTeardowns, type Teardown } from '../../helpers/teardown.ts';
import { startFailingService } from './failing-service.ts';

/** A running nginx with a release of the fixture. */
interface Edge extends TestNginx {
  /** The folder in which nginx runs; its subfolder `dist` is the output folder of the build. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** Returns a client with its own loopback address, so that rate limits count it separately. */
  client(): Client;
  /** Returns a client that sends from a loopback address, such as `127.9.9.9`. */
  clientAt(address: string): Client;
}

type Edits = NonNullable<Parameters<typeof startTestNginx>[1]['edits']>;

/** Starts nginx before the first test of the process and ends it after the last; returns a function that returns it. */
export function serveEdge(
  startService: (t: Teardown) => Promise<number>,
  edits: Edits,
): () => Edge {
  const teardowns = collectTeardowns();
  let edge: Edge | undefined;
  test.before(async () => {
    const folder = await makeFolder(teardowns);
    const manifest = await compileInto(join(folder, 'dist'));
    // Workers run as another user than root, whom file modes do not restrict.
    for (const path of [folder, join(folder, 'dist')]) await chmod(path, 0o755);
    const nginx = await startTestNginx(teardowns, {
      ...{ folder, baseUrl, pricingPort: await startService(teardowns), release: manifest.release },
      edits,
    });
    const clientAt = (address?: string) => createClient(nginx.port, address);
    edge = { ...nginx, folder, manifest, client: clientAt, clientAt };
  });
  test.after.always(() => teardowns.run());
  return () => {
    if (edge === undefined) throw new Error('nginx is not started yet');
    return edge;
  };
}

/** The address of the proxy that `edge` and `crowded` trust. */
export const proxyAddress = '127.9.9.9';
const trustingProxy = () => `set_real_ip_from ${proxyAddress}; real_ip_header X-Forwarded-For;\n`;

/** Paths `/v1/products/made/STATUS` that nginx answers with that status, and one outside of /v1/products. */
export const madeStatuses = [
  ...[400, 403, 404, 412, 413, 414, 416, 421, 429, 431, 494, 497, 500, 501, 502, 503, 504, 505],
];
const locations = [
  ...madeStatuses.map((status) => `location = /v1/products/made/${status} { return ${status}; }`),
  'location = /v1/made/429 { return 429; }',
];

/**
 * An edge with four workers and `failing-service.ts` as its pricing service. Each worker adds its process id to its
 * answers, as the header `X-Worker`. A client that has used its burst gets no further request within a minute.
 */
export const edge = serveEdge(startFailingService, {
  'settings/process.conf': (text) =>
    text
      .replace(/worker_processes \d+/, 'worker_processes 4')
      .replace('user root', 'user www-data'),
  'settings/listen.conf': (text) =>
    [text.replace(';', ' reuseport;'), 'add_header X-Worker $pid always;', ...locations].join('\n'),
  'settings/limits.conf': (text) => text.replace('rate=100r/s', 'rate=1r/m'),
  'trusted-proxies.conf': trustingProxy,
  // From its cache of open files, nginx would serve a file for up to a minute after its removal.
  'files.conf': (text) => text.replace(/open_file_cache max.*;/, ''),
  'connections.conf': (text) => text.replace(/^(client_header_timeout) \d+s;/m, '$1 60s;'),
});

/** An edge with little memory for the counts of its limits and its metrics, and with short timeouts for clients. */
export const crowded = serveEdge(startFailingService, {
  'settings/limits.conf': (text) => text.replaceAll('10m', '32k'),
  'lua.conf': (text) => text.replace('metrics 1m', 'metrics 12k'),
  'trusted-proxies.conf': trustingProxy,
  'connections.conf': (text) =>
    text
      .replace(/^client_header_timeout \d+s;/m, 'client_header_timeout 2s;')
      .replace(/^send_timeout \d+s;/m, 'send_timeout 400ms;')
      .replace(/^lingering_time \d+s;/m, 'lingering_time 1s;'),
});

/** Returns the metrics of an nginx: sample, such as `name{label="value"}` → number. */
export async function readMetrics({ metricsPort }: TestNginx): Promise<Map<string, number>> {
  const { text } = await createClient(metricsPort)('/metrics');
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]),
  );
}

/** Reloads nginx; resolves once new workers have replaced all old ones. */
export async function reload({ master }: TestNginx): Promise<void> {
  const before = new Set(await workersOf(master.pid));
  master.kill('SIGHUP');
  for (;;) {
    const now = await workersOf(master.pid);
    if (now.length === before.size && now.every((pid) => !before.has(pid))) return;
    await wait(20);
  }
}

/** Returns the process ids of the workers of an nginx. */
export async function workersOf(pid = 0): Promise<readonly string[]> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean);
}
