/** Three edges behind haproxy, updated by push and pull, under load: deploys, a kill and a rollback. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { whileBuilding } from '../../build/output/locks.ts';
import { findPort } from '../../infra/local/find-port.ts';
import { nodeArguments } from '../../infra/local/node-arguments.ts';
import { deploy } from '../../releases/deploy/deploy.ts';
import { dangerKinds } from '../../releases/guard/dangers.ts';
import { runPull } from '../../releases/remote/pull-command.ts';
import { runPush } from '../../releases/remote/push-command.ts';
import { swapRelease } from '../../releases/swap.ts';
import { baseUrl, copyContent, makeFolder } from '../helpers/content.ts';
import { createKeys, faultsOf } from '../helpers/edges.ts';
import { createClient } from '../helpers/http-client.ts';
import { untilServed } from '../helpers/nginx.ts';
import { addKey } from '../helpers/pricing-app.ts';
import { startRedis } from '../helpers/redis-server.ts';
import { runCommand } from '../helpers/run-command.ts';
import { startComparisons } from './compare-halves.ts';
import { startEdge } from './start-edge.ts';

async function startHaproxy(t: ExecutionContext, ports: readonly number[]): Promise<number> {
  const port = await findPort('127.0.0.1', 0);
  const file = join(await makeFolder(t), 'haproxy.cfg');
  const lines = [
    'defaults\n  mode http\n  timeout connect 2s\n  timeout client 10s\n  timeout server 10s',
    `frontend all\n  bind 127.0.0.1:${port}\n  default_backend edges`,
    'backend edges\n  balance roundrobin',
    ...ports.map((each, at) => `  server edge${at} 127.0.0.1:${each} source 127.0.0.1`),
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  const child = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: 'ignore' });
  t.teardown(async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  });
  for (const client = createClient(port); ; await wait(50)) {
    const reply = await client('/v1/health').catch(() => undefined);
    if (reply?.status === 200) return port;
  }
}

/**
 * Sends public requests to haproxy on `port`, one after another. Returns a function that stops them and returns their
 * number (`asked`) and a line for each request that failed or got a status other than 200 (`faults`).
 */
function startPublicLoad(port: number) {
  const faults: string[] = [];
  let [asked, ended] = [0, false];
  const paths = ['/v1/products', '/v1/products/TEE-1', '/v1/products/TEE-1?locale=fr-CA'];
  const run = async () => {
    for (const client = createClient(port); !ended; asked += 1) {
      const path = paths[asked % paths.length] ?? '';
      const reply = await client(path).catch((error: Error) => error);
      if (reply instanceof Error) faults.push(`${path}: ${reply.message}`);
      else if (reply.status !== 200) faults.push(`${path}: ${reply.status} ${reply.text}`);
      // All requests come from the address of haproxy: stays below the advisory limit of each edge.
      await wait(40);
    }
  };
  const running = run();
  return async () => {
    ended = true;
    await running;
    return { asked, faults };
  };
}

/** Returns the entity tags of several documents in each coding. */
async function tagsOf(port: number): Promise<string[]> {
  const client = createClient(port);
  const products = ['/v1/products', '/v1/products/TEE-1', '/v1/products/BAG-5?locale=fr-CA'];
  const asked = [...products, '/openapi.json'].flatMap((path) =>
    ['identity', 'gzip', 'br'].map((coding) =>
      client(path, { headers: { 'Accept-Encoding': coding } }),
    ),
  );
  return (await Promise.all(asked)).map(({ headers }) => String(headers['etag']));
}

test.serial(
  'three edges behind a load balancer deploy, survive a kill and roll back without an error or a mix of releases',
  async (t) => {
    const folder = await makeFolder(t);
    const { client: redis, url: redisUrl } = await startRedis(t);
    const [out, remote] = [join(folder, 'dist'), join(folder, 'remote')];
    const environment = { ...(await createKeys(folder)), TRUSTED_REMOTE: remote };
    const content = await copyContent(t);
    const deployed = async () => {
      const options = { content: content.path, out, baseUrl, accept: dangerKinds };
      return (await deploy(options)).manifest.release;
    };
    const transfer = async (command: typeof runPush, target: string) => {
      const flags = command === runPush ? ['--with-net-prices'] : [];
      const end = await runCommand(command, [remote, '--out', target, ...flags], environment);
      t.is(end.exitCode, 0, end.stderr);
    };
    const outs = [1, 2, 3].map((edge) => join(folder, `edge-${edge}`, 'dist'));
    const first = await deployed();
    await transfer(runPush, out);
    for (const edge of outs) await transfer(runPull, edge);
    const key = await addKey({ client: redis });
    const edges = await Promise.all(outs.map((edge) => startEdge(t, edge, redisUrl)));
    const ports = edges.map((edge) => edge.port);
    const stopLoad = startPublicLoad(await startHaproxy(t, ports));
    const comparisons = ports.map((port) =>
      startComparisons({ port, key }, { extra: 'NEW-9', product: 'TEE-1' }),
    );
    const rollOut = async (release: string) => {
      await transfer(runPush, out);
      for (const [at, edge] of edges.entries()) {
        await transfer(runPull, edge.out);
        await untilServed(createClient(edge.port), release);
        await comparisons[at]?.anotherRound();
      }
    };
    for (const [from, to] of [
      ['8020.00', '8020.10'],
      ['8020.10', '8020.20'],
    ]) {
      await content.replace('prices/msrp.csv', `TEE-1,CAD,12,${from}`, `TEE-1,CAD,12,${to}`);
      await rollOut(await deployed());
    }
    // A killed pull leaves the edge with a complete release; the next pull continues.
    await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    const last = await deployed();
    await transfer(runPush, out);
    const [one = ''] = outs;
    const pull = [...nodeArguments('releases/remote/pull-main.ts'), remote, '--out', one];
    const killed = spawn(process.execPath, pull, { env: environment, stdio: 'ignore' });
    const exited = once(killed, 'exit');
    await Promise.race([wait(900), exited]);
    killed.kill('SIGKILL');
    await exited;
    t.deepEqual(await faultsOf(one), []);
    await rollOut(last);
    const [tags, ...others] = await Promise.all(ports.map(tagsOf));
    for (const other of others) t.deepEqual(other, tags);

    // Returns to the first release, on the build machine and then on every edge.
    await whileBuilding(out, () => swapRelease({ out, release: first, nowMs: Date.now() }));
    await rollOut(first);
    const { asked, faults } = await stopLoad();
    t.deepEqual(faults, []);
    t.true(asked > 100, `${asked} requests`);
    for (const comparison of comparisons) {
      const { rounds, disagreements } = await comparison.stop();
      t.deepEqual(disagreements, []);
      t.true(rounds > 10, `${rounds} rounds`);
    }
  },
);
