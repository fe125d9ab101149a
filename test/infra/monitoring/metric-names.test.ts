/** Alerts and dashboard ask for metrics that nginx, the pricing service, deploys and Debian's exporters really have. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { findPort } from '../../../infra/local/find-port.ts';
import { makeSelfSignedCertificate } from '../../../infra/local/self-signed-certificate.ts';
import { runDeploy } from '../../../releases/deploy/command.ts';
import { runCommand } from '../../build/run-command.ts';
import { baseUrl, copyContent, fixtureContent, makeFolder } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { startTestNginx } from '../../helpers/nginx.ts';
import { compileInto } from '../../helpers/pricing-app.ts';
import { createPricingWorld, startPricingProcess } from '../../helpers/pricing-process.ts';
import { startRedis } from '../../helpers/redis-server.ts';
import { readAlerts, readPanels } from './read-rules.ts';

const run = promisify(execFile);

/** Words of PromQL that stand where a metric could. */
const ownMetric = /\b(?:catalogue|pricing|nginx|nodejs|process)_\w+/g;
const othersMetric = /\b(?:node|redis|probe)_\w+/g;

async function readExpressions(): Promise<string[]> {
  const alerts = await readAlerts();
  return [...alerts.map(({ expression }) => expression), ...(await readPanels())];
}

/** The names that a pattern finds in the expressions, each once, without what a histogram adds. */
async function namesIn(pattern: RegExp): Promise<string[]> {
  const all = (await readExpressions()).flatMap((text) => text.match(pattern) ?? []);
  return [...new Set(all.map((name) => name.replace(/_bucket$/, '')))].sort();
}

/** The names of metrics in Prometheus's text format. */
function namesOf(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
}

/** Reads a page of metrics once its server answers, as Prometheus would. */
async function readMetrics(port: number, path = '/metrics'): Promise<string> {
  for (;;) {
    const reply = await createClient(port)(path).catch(() => undefined);
    if (reply?.status === 200) return reply.text;
    await wait(20);
  }
}

/** The metrics of an edge that has everything: a release with a date ahead, and a listing that expires. */
async function readEdge(t: ExecutionContext): Promise<string> {
  const content = await copyContent(t);
  await content.replace('products/BAG-5.json', '{', '{ "availableUntil": "2999-12-31",');
  const folder = await makeFolder(t);
  const { release } = await compileInto(join(folder, 'dist'), content.path);
  await mkdir(join(folder, 'dist/sync'));
  const askedAt = Math.floor(Date.now() / 1000);
  await writeFile(join(folder, 'dist/sync/validity'), `${askedAt} ${askedAt + 900}\n`);
  const pricingPort = await findPort('127.0.0.1', 0);
  const nginx = await startTestNginx(t, { folder, baseUrl, pricingPort, release });
  return readMetrics(nginx.metricsPort);
}

/** The metrics of a pricing service that answers from a release. */
async function readService(t: ExecutionContext): Promise<string> {
  const { redis, out } = await createPricingWorld(t);
  const service = startPricingProcess(t, { REDIS_URL: redis.url, DIST_DIR: out });
  const { metricsPort } = await service.listening();
  return readMetrics(metricsPort);
}

/** What is left after a deploy that succeeded and one that failed. */
async function readDeploys(t: ExecutionContext): Promise<string> {
  const folder = await makeFolder(t);
  const out = join(folder, 'dist');
  const args = ['--content', fixtureContent, '--out', out, '--base-url', baseUrl];
  // A REDIS_URL that is invalid makes a deploy fail.
  for (const redis of [{}, { REDIS_URL: 'nowhere' }]) {
    await runCommand(runDeploy, args, { METRICS_DIR: folder, ...redis });
  }
  return readFile(join(folder, 'catalogue-deploy.prom'), 'utf8');
}

test('nginx, the pricing service and deploys have every metric of ours that is asked for', async (t) => {
  const texts = await Promise.all([readEdge(t), readService(t), readDeploys(t)]);
  const exported = new Set(texts.flatMap(namesOf));
  const asked = await namesIn(ownMetric);
  t.true(asked.length > 20);
  t.deepEqual(
    asked.filter((name) => !exported.has(name)),
    [],
  );
});

/** Starts an exporter on a free port, and reads a page of it. */
async function readExporter(
  t: ExecutionContext,
  name: string,
  args: readonly string[],
  path?: string,
): Promise<string> {
  const port = await findPort('127.0.0.1', 0);
  const child = spawn(name, [`--web.listen-address=127.0.0.1:${port}`, ...args], {
    stdio: 'ignore',
  });
  t.teardown(() => void child.kill('SIGKILL'));
  return Promise.race([
    readMetrics(port, path),
    once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended`))),
  ]);
}

/** The address of a server with a certificate that no authority has signed. */
async function startTlsServer(t: ExecutionContext): Promise<string> {
  const { certificateFile, keyFile } = await makeSelfSignedCertificate(await makeFolder(t));
  const [cert, key] = await Promise.all([readFile(certificateFile), readFile(keyFile)]);
  const server = createServer({ cert, key }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('Debian’s exporters have every metric of theirs that is asked for', async (t) => {
  const redis = await startRedis(t);
  const probe = `/probe?module=certificate&target=${await startTlsServer(t)}`;
  const blackbox = ['--config.file=infra/monitoring/blackbox.yml'];
  const texts = await Promise.all([
    readExporter(t, 'prometheus-node-exporter', []),
    readExporter(t, 'prometheus-redis-exporter', [`--redis.addr=unix://${redis.url}`]),
    readExporter(t, 'prometheus-blackbox-exporter', blackbox, probe),
  ]);
  const exported = new Set(texts.flatMap(namesOf));
  const asked = await namesIn(othersMetric);
  t.true(asked.length > 5);
  t.deepEqual(
    asked.filter((name) => !exported.has(name)),
    [],
  );
});

test('Prometheus can parse every query of the dashboard', async (t) => {
  const panels = await readPanels();
  t.true(panels.length > 20);
  // promtool checks expressions in rules; JSON is YAML.
  const rules = panels.map((expr, index) => ({ record: `panel:${index}`, expr }));
  const file = join(await makeFolder(t), 'panels.yml');
  await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
  const { stdout } = await run('promtool', ['check', 'rules', file]);
  t.regex(stdout, new RegExp(`SUCCESS: ${panels.length} rules found`));
});
