/** Starts all scrape targets of infra/monitoring/prometheus.yml, and a Prometheus that scrapes them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer } from 'node:tls';
import { findPort } from '../../../../infra/local/find-port.ts';
import { makeSelfSignedCertificate } from '../../../../infra/local/self-signed-certificate.ts';
import { baseUrl, copyContent, fixtureContent, makeFolder } from '../../../helpers/content.ts';
import { type Client, createClient } from '../../../helpers/http-client.ts';
import { loadCurrent } from '../../../helpers/load-current.ts';
import { startTestNginx } from '../../../helpers/nginx.ts';
import { addKey, compileInto } from '../../../helpers/pricing-app.ts';
import { startPricingProcess } from '../../../helpers/pricing-process.ts';
import { startRedis } from '../../../helpers/redis-server.ts';
import { deployWithoutPages, runCommand } from '../../../helpers/run-command.ts';
import type { Teardown } from '../../../helpers/teardown.ts';

const monitoring = 'infra/monitoring';

/**
 * Address in prometheus.yml → port of the server that stands for it in this test. An address is that of a page of
 * metrics, such as `127.0.0.1:9113`, or of the server whose certificate is checked.
 */
type Ports = Readonly<Record<string, number>>;

/** The started servers that have metrics. */
export interface MetricSources {
  readonly ports: Ports;
  /** Sends requests to the edge. */
  readonly client: Client;
  /** A key of an account. */
  readonly key: string;
}

/** Starts edge, pricing service, Redis, exporters and a TLS server; resolves when all exporters answer. */
export async function startSources(t: Teardown): Promise<MetricSources> {
  const redis = await startRedis(t);
  const { port, ...catalogue } = await startCatalogue(t, redis);
  const textfiles = `--collector.textfile.directory=${await makeDeploys(t)}`;
  const blackbox = `--config.file=${monitoring}/blackbox.yml`;
  const ports = {
    ...catalogue.ports,
    '127.0.0.1:9100': await startExporter(t, 'prometheus-node-exporter', textfiles),
    '127.0.0.1:9131': await startExporter(
      t,
      'prometheus-redis-exporter',
      `--redis.addr=unix://${redis.url}`,
    ),
    '127.0.0.1:9115': await startExporter(t, 'prometheus-blackbox-exporter', blackbox),
    'api.example.com:443': await startTlsServer(t),
  };
  return { ports, client: createClient(port), key: catalogue.key };
}

/**
 * Starts nginx and a pricing service. Products have a last day and the sync listing expires, so that the
 * metrics about both exist. Returns the port of nginx, an API key, and the `Ports` of both pages of metrics.
 */
async function startCatalogue(t: Teardown, redis: Awaited<ReturnType<typeof startRedis>>) {
  const content = await copyContent(t);
  await content.replace('products/BAG-5.json', '{', '{ "availableUntil": "2999-12-31",');
  const folder = await makeFolder(t);
  const out = join(folder, 'dist');
  const { release } = await compileInto(out, content.path);
  await loadCurrent(out, redis.client);
  await mkdir(join(out, 'sync'));
  const askedAt = Math.floor(Date.now() / 1000);
  await writeFile(join(out, 'sync/validity'), `${askedAt} ${askedAt + 900}\n`);
  const key = await addKey(redis);
  const service = startPricingProcess(t, { REDIS_URL: redis.url, DIST_DIR: out });
  const pricing = await service.listening();
  const edge = { folder, baseUrl, pricingPort: pricing.port, release };
  const { port, metricsPort } = await startTestNginx(t, edge);
  const ports = { '127.0.0.1:9113': metricsPort, '127.0.0.1:9121': pricing.metricsPort };
  return { port, key, ports };
}

/** Runs a successful and a failed deploy; returns the folder into which both wrote their metrics. */
async function makeDeploys(t: Teardown): Promise<string> {
  const folder = await makeFolder(t);
  const args = ['--content', fixtureContent, '--out', join(folder, 'dist'), '--base-url', baseUrl];
  // An invalid REDIS_URL makes a deploy fail.
  for (const redis of [{}, { REDIS_URL: 'nowhere' }]) {
    await runCommand(deployWithoutPages, args, { METRICS_DIR: folder, ...redis });
  }
  return folder;
}

/** Starts an exporter, or Prometheus, on a free port; resolves to the port once it answers. */
async function startExporter(t: Teardown, name: string, ...args: string[]): Promise<number> {
  const port = await findPort('127.0.0.1', 0);
  const child = spawn(name, [`--web.listen-address=127.0.0.1:${port}`, ...args], {
    stdio: 'ignore',
  });
  t.teardown(() => void child.kill('SIGKILL'));
  await Promise.race([
    readPage(port, '/metrics'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended`))),
  ]);
  return port;
}

/** Starts a TLS server with a self-signed certificate; returns its port. */
async function startTlsServer(t: Teardown): Promise<number> {
  const { certificateFile, keyFile } = await makeSelfSignedCertificate(await makeFolder(t));
  const [cert, key] = await Promise.all([readFile(certificateFile), readFile(keyFile)]);
  const server = createServer({ cert, key }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Requests `path` from the server on `port` until it answers 200; returns the body. */
async function readPage(port: number, path: string): Promise<string> {
  for (;;) {
    const reply = await createClient(port)(path).catch(() => undefined);
    if (reply?.status === 200) return reply.text;
    await wait(20);
  }
}

/** Returns the metrics of each source, as text in the format of Prometheus. */
export function readMetrics({ ports }: MetricSources): Promise<readonly string[]> {
  const { 'api.example.com:443': tls, ...scraped } = ports;
  const certificate = `/probe?module=certificate&target=127.0.0.1:${tls}`;
  return Promise.all(
    Object.entries(scraped).map(([address, port]) =>
      readPage(port, address.endsWith(':9115') ? certificate : '/metrics'),
    ),
  );
}

/** Evaluates a PromQL expression in Prometheus; returns its time series. Rejects if the expression is invalid. */
export type Query = (expression: string) => Promise<readonly unknown[]>;

/**
 * Starts Prometheus with the settings of this project, except that it scrapes the sources of this test, once each
 * second. Returns a function that queries it.
 */
export async function startPrometheus(t: Teardown, { ports }: MetricSources): Promise<Query> {
  const folder = await makeFolder(t);
  let settings = await readFile(join(monitoring, 'prometheus.yml'), 'utf8');
  for (const [address, port] of Object.entries(ports)) {
    settings = settings.replaceAll(`'${address}'`, `'127.0.0.1:${port}'`);
  }
  settings = settings
    .replace(", '127.0.0.1:9122'", '')
    .replace('- rules.yml', `- ${resolve(monitoring, 'rules.yml')}`)
    .replace(/(scrape_interval|scrape_timeout|evaluation_interval): \S+/g, '$1: 1s');
  await writeFile(join(folder, 'prometheus.yml'), settings);
  const files = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`];
  const client = createClient(await startExporter(t, 'prometheus', ...files));
  return async (expression) => {
    const reply = await client(`/api/v1/query?query=${encodeURIComponent(expression)}`);
    const { data } = reply.json() as { readonly data?: { readonly result: readonly unknown[] } };
    if (data === undefined) throw new Error(`${expression}: ${reply.text}`);
    return data.result;
  };
}
