/** promtool checks the alerts, and every metric that alerts and dashboard use is exported. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import test from 'ava';
import { findPort } from '../../infra/local/find-port.ts';
import { makeSelfSignedCertificate } from '../../infra/local/self-signed-certificate.ts';
import { whileMeasuring } from '../../releases/command-metrics.ts';
import { writePin } from '../../releases/pin.ts';
import { baseUrl, copyContent, makeFolder } from '../helpers/content.ts';
import { createClient } from '../helpers/http-client.ts';
import { startTestNginx } from '../helpers/nginx.ts';
import { addKey, compileInto } from '../helpers/pricing-app.ts';
import { startPricingProcess } from '../helpers/pricing-process.ts';
import { startRedis } from '../helpers/redis-server.ts';
import type { Teardown } from '../helpers/teardown.ts';
import { until } from '../helpers/until.ts';
import { alertCases } from './alerts.ts';

const run = promisify(execFile);
const monitoring = resolve('infra/monitoring');

test.serial('Prometheus accepts its settings, and every alert has a case', async (t) => {
  const { stdout } = await run('promtool', ['check', 'config', `${monitoring}/prometheus.yml`]);
  const rules = await readFile(`${monitoring}/rules.yml`, 'utf8');
  const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  t.regex(stdout, new RegExp(`SUCCESS: ${names.length} rules found`));
  t.deepEqual([...new Set(alertCases.map(({ alert }) => alert))].sort(), names.sort());
});

test.serial('every alert fires for its cause, and not for a similar condition', async (t) => {
  const withLabels = (series: string) => {
    const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? [];
    const instance = labels.includes('instance=') ? '' : ',instance="i"';
    return `${name}{edge="edge-1"${instance}${labels && `,${labels}`}}`;
  };
  const tests = alertCases.flatMap(({ alert, minutes, fires, quiet }) =>
    [fires, quiet].map((set) => ({
      interval: '1m',
      input_series: Object.entries(set).map(([series, values]) => ({
        series: withLabels(series),
        values,
      })),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
          eval_time: `${minutes}m`,
          exp_samples: set === fires ? [{ labels: '{}', value: 1 }] : [],
        },
      ],
    })),
  );
  const file = join(await makeFolder(t), 'cases.yml');
  // YAML includes JSON.
  await writeFile(file, JSON.stringify({ rule_files: [`${monitoring}/rules.yml`], tests }));
  const end = await run('promtool', ['test', 'rules', file]).catch((error) => error);
  t.is(end.stderr, '');
});

/** Starts a program that exports metrics on a free port; resolves to its port once it answers. */
async function startExporter(t: Teardown, name: string, ...args: string[]): Promise<number> {
  const port = await findPort('127.0.0.1', 0);
  const address = `--web.listen-address=127.0.0.1:${port}`;
  const child = spawn(name, [address, ...args], { stdio: 'ignore' });
  t.teardown(() => void child.kill('SIGKILL'));
  const client = createClient(port);
  await Promise.race([
    until(() => client('/metrics').then(Boolean, () => false)),
    once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended`))),
  ]);
  return port;
}

/** Starts nginx and a pricing service; returns the ports of their metrics. */
async function startCatalogue(t: Teardown, redis: Awaited<ReturnType<typeof startRedis>>) {
  const content = await copyContent(t);
  // So that the metrics about the end of a product and of the sync listing exist.
  await content.replace('products/BAG-5.json', '{', '{ "availableUntil": "2999-12-31",');
  const folder = await makeFolder(t);
  const out = join(folder, 'dist');
  const { release } = await compileInto(out, content.path);
  await mkdir(join(out, 'sync'));
  const askedAt = Math.floor(Date.now() / 1000);
  await writeFile(join(out, 'sync/validity'), `${askedAt} ${askedAt + 900}\n`);
  await measureCommands(out, release);
  await addKey(redis);
  const service = startPricingProcess(t, { REDIS_URL: redis.url, DIST_DIR: out });
  const pricing = await service.listening();
  const edge = { folder, baseUrl, pricingPort: pricing.port, release };
  return [(await startTestNginx(t, edge)).metricsPort, pricing.metricsPort];
}

/** Writes the metrics of a successful and a failed run of each command, and a pin, to an output folder. */
async function measureCommands(out: string, release: string): Promise<void> {
  const pointer = { sequence: 1, time: '2026-12-01T11:00:00Z', validUntil: '2026-12-08T11:00:00Z' };
  for (const command of ['deploy', 'push', 'pull'] as const) {
    for (const exitCode of [0, 1]) {
      const terminal = { env: {}, stderr: process.stderr };
      await whileMeasuring(command, { out, now: Date.now }, terminal, async (report) => {
        if (command !== 'deploy') report(pointer);
        return exitCode;
      });
    }
  }
  await writePin(out, { release, since: pointer.time, by: 'anna' });
}

/** Metrics about systemd units. The node exporter exports them only where systemd runs. */
const ofSystemd = ['node_systemd_timer_last_trigger_seconds', 'node_systemd_unit_state'];

test.serial('every metric that alerts and dashboard use is exported', async (t) => {
  const redis = await startRedis(t);
  const blackbox = `--config.file=${monitoring}/blackbox.yml`;
  const ports = [
    ...(await startCatalogue(t, redis)),
    await startExporter(t, 'prometheus-node-exporter'),
    await startExporter(t, 'prometheus-redis-exporter', `--redis.addr=unix://${redis.url}`),
    await startExporter(t, 'prometheus-blackbox-exporter', blackbox),
  ];
  const { certificateFile, keyFile } = await makeSelfSignedCertificate(await makeFolder(t));
  const [cert, key] = [await readFile(certificateFile), await readFile(keyFile)];
  const server = createServer({ cert, key }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => void server.close());
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const probe = `/probe?module=certificate&target=${target}`;
  const pages = ports.map((port) => createClient(port)('/metrics'));
  const replies = [...(await Promise.all(pages)), await createClient(ports.at(-1) ?? 0)(probe)];
  const exported = new Set(ofSystemd);
  for (const { text } of replies) {
    for (const [, name = ''] of text.matchAll(/^# TYPE (\w+) /gm)) exported.add(name);
  }
  const texts = ['rules.yml', 'dashboard.json'].map((name) =>
    readFile(join(monitoring, name), 'utf8'),
  );
  const expressions = (await Promise.all(texts)).flatMap(
    (text) => text.match(/"?expr"?: (?:\|\n(?: {10,}.+\n)+|.+)/g) ?? [],
  );
  const metric = /\b(?:catalogue|pricing|nginx|nodejs|process|node|redis|probe)_\w+/g;
  const asked = expressions.flatMap((text) => text.match(metric) ?? []);
  t.true(asked.length > 25);
  const missing = asked.filter((name) => !exported.has(name.replace(/_bucket$/, '')));
  t.deepEqual([...new Set(missing)], []);
});
