/** Two instances of the pricing service behind nginx: one freezes, and both restart one after the other. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { findPort } from '../../../infra/local/find-port.ts';
import { readAccessLog } from '../../helpers/access-log.ts';
import { baseUrl } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { startTestNginx } from '../../helpers/nginx.ts';
import { bearer, detailPath, keyedPaths } from '../../helpers/pricing-app.ts';
import {
  connectToWorld,
  createPricingWorld,
  type PricingProcess,
  startPricingProcess,
} from '../../helpers/pricing-process.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';
import { until } from '../../helpers/until.ts';

const setting = 'settings/pricing-server.conf';
const project = await readFile(join('infra', 'nginx', setting), 'utf8');
const file = collectTeardowns();
const world = await createPricingWorld(file);
const folder = dirname(world.out);
const headers = bearer(world.key);
const { settings } = await connectToWorld(file, world);
const ports = [await findPort('127.0.0.1', 0), await findPort('127.0.0.1', 0)];
test.after.always(file.run);

const startOn = (port = 0) =>
  startPricingProcess(file, { ...settings, PRICING_PORT: String(port) });
/**
 * The two instances of the service, in the order of their ports. A test that restarts an instance puts the new one
 * here.
 */
const instances = ports.map(startOn);

/** Resolves once the private port of an instance reports that it is ready. */
async function ready(service: PricingProcess): Promise<void> {
  const ask = createClient((await service.listening()).metricsPort);
  await until(async () => (await ask('/ready')).status === 200);
}

/**
 * Starts nginx in front of pricing services on the ports `at`: these replace the ports in the project's
 * settings/pricing-server.conf, and `edit` then changes its text.
 */
function serve(t: ExecutionContext, at: readonly number[], edit = (text: string) => text) {
  const here = project.replace(/127\.0\.0\.1:808(\d)/g, (_, n) => `127.0.0.1:${at[n - 1]}`);
  return startTestNginx(t, {
    folder,
    baseUrl,
    pricingPort: 0,
    release: world.manifest.release,
    // With the timeouts of the project.
    edits: { [setting]: () => edit(here), 'connections.conf': (text) => text },
  });
}

interface ScriptedService {
  readonly port: number;
  /** Number of connections that were closed instead of answered. */
  closed(): number;
}

/**
 * Starts a server that answers the first `answers` requests of each connection with 200, and resets the connection at
 * the next request, like a service that stops while nginx sends.
 */
async function startScripted(t: ExecutionContext, answers: number): Promise<ScriptedService> {
  let closed = 0;
  const server = createServer((socket) => {
    let left = answers;
    socket.on('data', () => {
      left -= 1;
      if (left >= 0) {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n');
        return;
      }
      closed += 1;
      socket.resetAndDestroy();
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => void server.close());
  return { port: (server.address() as AddressInfo).port, closed: () => closed };
}

test.serial(
  'no request is lost if a connection to an instance closes while nginx sends the request',
  async (t) => {
    const [closing, keeping] = [await startScripted(t, 1), await startScripted(t, 1000)];
    const nginx = await serve(t, [closing.port, keeping.port]);
    const client = createClient(nginx.port);
    for (let turn = 0; turn < 20; turn += 1) {
      const method = turn % 2 === 0 ? 'GET' : 'HEAD';
      const reply = await client('/v1/products/pricing', { method, headers });
      t.is(reply.status, 200);
    }
    t.true(closing.closed() > 0);
  },
);

test.serial('after one timeout no worker uses a frozen instance', async (t) => {
  await Promise.all(instances.map(ready));
  // An excluded instance stays excluded, however long the test takes.
  const nginx = await serve(t, ports, (text) => text.replace(/fail_timeout=\d+s/g, '$&0000'));
  /** Sends a request to nginx; returns the statuses that nginx got from the instances, such as `504, 200`. */
  const ask = async () => {
    const reply = await createClient(nginx.port)(detailPath, { headers });
    t.is(reply.status, 200);
    const [line] = await readAccessLog(folder, [reply.headers['x-request-id']]);
    return line?.['upstreamStatus'];
  };
  // Both have cached the answer, so that the remaining one answers in time.
  for (let turn = 0; turn < 6; turn += 1) t.is(await ask(), '200');
  const { child } = instances[0] as PricingProcess;
  child.kill('SIGSTOP');
  t.teardown(() => void child.kill('SIGCONT'));
  let statuses = await ask();
  for (let turn = 0; turn < 10 && statuses === '200'; turn += 1) statuses = await ask();
  t.is(statuses, '504, 200', 'the frozen one, then the other');
  const later = await Promise.all(Array.from({ length: 60 }, ask));
  t.deepEqual([...new Set(later)], ['200']);
});

test.serial('no request is lost while both instances restart one after the other', async (t) => {
  await Promise.all(instances.map(ready));
  const nginx = await serve(t, ports);

  let running = true;
  let asked = 0;
  const faults: string[] = [];
  const load = async () => {
    let client = createClient(nginx.port);
    for (let turn = 1; running; turn += 1) {
      // A new client has its own limit.
      if (turn % 100 === 0) client = createClient(nginx.port);
      const path = keyedPaths[turn % keyedPaths.length] ?? '';
      const reply = await client(path, { headers }).catch((error: Error) => error);
      asked += 1;
      if (reply instanceof Error) faults.push(`${path}: ${reply.message}`);
      else if (reply.status !== 200) faults.push(`${path}: ${reply.status} ${reply.text}`);
    }
  };
  const loads = Array.from({ length: 8 }, load);
  for (const [index, port] of ports.entries()) {
    const old = instances[index];
    old?.child.kill('SIGTERM');
    t.deepEqual(await old?.ended, [0, null]);
    t.like(old?.entries.at(-1), { event: 'stopped', requests: 'complete' });
    const next = startOn(port);
    await ready(next);
    instances[index] = next;
  }
  // Both have answered again: requests are spread over both.
  for (const service of instances) {
    const metrics = createClient((await service.listening()).metricsPort);
    const isAsked = /^pricing_requests_total\{[^}]*status="200"\} [1-9]/m;
    await until(async () => isAsked.test((await metrics('/metrics')).text));
  }
  running = false;
  await Promise.all(loads);
  t.deepEqual(faults.slice(0, 5), [], `${faults.length} of ${asked}`);
  t.true(asked > 100, `${asked} requests`);
  t.log(`${asked} requests`);
});
