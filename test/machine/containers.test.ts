/**
 * The image of infra/Containerfile and the containers of infra/compose.yaml by the documented commands, from the build to
 * a second edge. Each test continues where the previous one ended.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { findPort } from '../../infra/local/find-port.ts';
import {
  type ContainerMachine,
  prepareStack,
  type Stack,
  started,
  whyNoContainers,
} from './containers.ts';
import { run } from './debian.ts';

const reason = await whyNoContainers();
const release = process.env['MACHINE_RELEASE'] ?? 'bookworm';
let stack: Stack;
let main: ContainerMachine;
/** The API key of an account, created by `commands`. */
let key: string;

/** Defines a test. On a machine that cannot run containers, the test logs the reason and passes. */
function containerTest(title: string, work: (t: ExecutionContext) => Promise<void>): void {
  test.serial(title, async (t) => {
    if (reason === undefined) return work(t);
    t.log(`SKIPPED: ${reason}`);
    t.pass();
  });
}

test.before(async () => {
  if (reason !== undefined) {
    process.stderr.write(`SKIPPED: the tests of the image, because ${reason}\n`);
    return;
  }
  stack = await prepareStack(release);
  main = await stack.openMachine('main');
});

test.after.always(() => stack?.remove());

/** Sends a GET request to an edge by HTTPS, trusting the certificate of make-secrets; resolves to status and body. */
async function ask(
  path: string,
  { bearer, port = main.httpsPort }: { readonly bearer?: string; readonly port?: number } = {},
): Promise<{ status: number; body: string }> {
  const ca = await readFile(join(stack.checkout, 'secrets/tls-certificate'));
  const headers = bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` };
  const options = { host: 'localhost', port, path, ca, headers, agent: false };
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, family: 4, timeout: 10_000 }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    sent.once('timeout', () => sent.destroy(new Error('no answer within 10 seconds')));
    sent.once('error', reject).end();
  });
}

/** Polls until the condition is true; throws if a container ends by itself meanwhile. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) {
    await assertNoneEnded();
    await wait(100);
  }
}

/** Throws an error with the last log lines of a container that ended and was restarted by its restart policy. */
async function assertNoneEnded(): Promise<void> {
  const format = ['--format', '{{.Name}} {{.RestartCount}}'];
  const list = await stack.podman('inspect', ...format, ...started.map(main.nameOf));
  for (const [, name = '', restarts] of list.matchAll(/^(\S+) (\d+)$/gm)) {
    if (restarts === '0') continue;
    throw new Error(`${name} ended: ${await stack.podman('logs', '--tail', '5', name)}`);
  }
}

/** Requests a path until the status is 200 and the body matches `expected`. */
function askUntil(path: string, expected: RegExp, asked?: Parameters<typeof ask>[1]) {
  return until(async () => {
    const { status, body } = await ask(path, asked).catch(() => ({ status: 0, body: '' }));
    return status === 200 && expected.test(body);
  });
}

const up = `up -d ${started.join(' ')}`;
const command = (line: string) => main.compose(`run --rm -T commands ${line}`);
const inContainer = (name: string, ...args: readonly string[]) =>
  stack.podman('exec', main.nameOf(name), ...args);

/** Returns true if the health check of a container succeeds now. */
const isHealthy = (name: string) => succeeds(stack.podman('healthcheck', 'run', main.nameOf(name)));

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/** Appends `addition` to the English name of the product TEE100 in the content. */
async function edit(addition: string): Promise<void> {
  const file = join(stack.checkout, 'content/products/TEE100.json');
  const before = await readFile(file, 'utf8');
  await writeFile(file, before.replace(/"en": "([^"]+)"/, `"en": "$1${addition}"`));
}

containerTest('the image has neither development tools nor tests, and has a user', async (t) => {
  const image = 'apparel-catalogue:latest';
  const run = (line: string) =>
    stack.podman('run', '--rm', '--network=none', '--entrypoint', 'bash', image, '-c', line);
  const unwanted = 'node_modules/typescript node_modules/ava test docs bench';
  t.is(await run(`ls -d ${unwanted} 2>/dev/null; command -v npm npx gcc || true`), '');
  t.regex(await stack.podman('inspect', '--format', '{{.User}}', image), /^[1-9]\d*:[1-9]\d*$/m);
  const size = Number(await stack.podman('inspect', '--format', '{{.Size}}', image));
  t.log(`${(size / 1e6).toFixed(0)} MB with its Debian`);
});

containerTest('before the first deploy the edge runs, and is unhealthy', async (t) => {
  await main.compose(up);
  await until(() => isHealthy('pricing-1'));
  // nginx answers, so that it is neither starting nor ending again and again.
  await until(() => succeeds(ask('/v1/health')));
  t.not((await ask('/v1/health')).status, 200);
  t.false(await isHealthy('edge'));
});

containerTest('a deploy reaches the edge through the volume; every route answers', async (t) => {
  t.regex(await command('deploy'), /is current/);
  await command('keys account add acme --name Acme --tier A3 --program linked');
  const created = await command('keys key create acme --label ERP --json');
  key = (JSON.parse(created) as { key: string }).key;
  await askUntil('/v1/health', /"status":"ok"/);
  t.true((await ask('/v1/products')).body.startsWith('{"locale":"en-CA","products":[{'));
  for (const [path, status] of [
    ['/v1/products/TEE100?locale=fr-CA', 200],
    ['/openapi.json', 200],
    ['/docs/', 200],
    ['/v1/products/TEE100/pricing', 401],
    ['/v1/none', 404],
  ] as const) {
    t.is((await ask(path)).status, status, path);
  }
  await askUntil('/v1/products/TEE100/pricing', /"priceTier":"A3"/, { bearer: key });
  await askUntil('/v1/sync/activeProduct', /^\[\{"sku":.*"TEE100"/);
  const metrics = await fetch(`http://127.0.0.1:${main.metricsPort}/metrics`);
  t.regex(await metrics.text(), /^catalogue_release_info\{release="\w+"\} 1$/m);
});

containerTest(
  'containers have a user, a read-only root, no capability and no secret in settings',
  async (t) => {
    const { stdout } = await run('bash', ['-c', `cat ${stack.checkout}/secrets/redis-url-*`]);
    const passwords = stdout.match(/[0-9a-f]{48}/g) ?? [];
    t.is(passwords.length, 4);
    for (const name of started) {
      t.not((await inContainer(name, 'id', '-u')).trim(), '0', name);
      await t.throwsAsync(inContainer(name, 'touch', '/opt/x'), {
        message: /Read-only file system/,
      });
      const status = await inContainer(name, 'cat', '/proc/1/status');
      for (const line of [/^CapPrm:\t0+$/m, /^CapBnd:\t0+$/m, /^NoNewPrivs:\t1$/m]) {
        t.regex(status, line, name);
      }
      const shown = await stack.podman('inspect', main.nameOf(name));
      const environment = await inContainer(name, 'cat', '/proc/1/environ');
      for (const password of passwords) t.false(`${shown}${environment}`.includes(password), name);
    }
    // The writer of the listing may not read net prices, nor may nginx.
    for (const name of ['sync', 'edge'] as const) {
      const line = 'cat /srv/apparel-catalogue/dist/current/private/net/*/*';
      await t.throwsAsync(inContainer(name, 'bash', '-c', line), { message: /Permission denied/ });
    }
  },
);

containerTest('a health check fails while its container is frozen, and only then', async (t) => {
  const signal = async (name: string) => {
    const pid = await stack.podman(
      'inspect',
      '--format',
      '{{.State.Pid}}',
      main.nameOf('pricing-2'),
    );
    await run('kill', ['-s', name, pid.trim()]);
  };
  for (const name of ['edge', 'pricing-1', 'redis'] as const) t.true(await isHealthy(name), name);
  await signal('STOP');
  await until(async () => !(await isHealthy('pricing-2')));
  // The other instance answers.
  t.is((await ask('/v1/products/TEE100/pricing', { bearer: key })).status, 200);
  await signal('CONT');
  await until(() => isHealthy('pricing-2'));
});

containerTest('services that are replaced one after the other lose no request', async (t) => {
  let isReplacing = true;
  const statuses: number[] = [];
  const load = (async () => {
    while (isReplacing) {
      for (const path of ['/v1/products/TEE100/pricing', '/v1/products/TEE100']) {
        statuses.push((await ask(path, { bearer: key })).status);
      }
      // Eight requests a second: more could exceed the advisory limit.
      await wait(250);
    }
  })();
  for (const name of ['pricing-1', 'pricing-2']) {
    await main.compose(`up -d --no-deps --force-recreate ${name}`);
    const ready = ['curl', '--silent', '--fail', 'http://127.0.0.1:9121/ready'];
    await until(() => succeeds(inContainer(name, ...ready)));
    // nginx follows the new address of the container.
    const address = `{{(index .NetworkSettings.Networks "main_default").IPAddress}}`;
    const own = (await stack.podman('inspect', '--format', address, main.nameOf(name))).trim();
    const servers = ['cat', '/var/cache/apparel-catalogue/pricing-server.conf'];
    await until(async () => (await inContainer('edge', ...servers)).includes(`${own}:8081`));
  }
  isReplacing = false;
  await load;
  t.log(`${statuses.length} requests`);
  t.deepEqual([...new Set(statuses)], [200]);
});

containerTest('an edge that is started alone answers public routes', async (t) => {
  await main.compose('stop pricing-1 pricing-2 redis edge');
  await main.compose('up -d --no-deps edge');
  await askUntil('/v1/products/TEE100', /"sku":"TEE100"/);
  t.is((await ask('/v1/products/TEE100/pricing', { bearer: key })).status, 503);
  t.true(await isHealthy('edge'));
  await main.compose(up);
  await askUntil('/v1/products/TEE100/pricing', /"priceTier":"A3"/, { bearer: key });
});

containerTest('plain HTTP is redirected to HTTPS, or served without a certificate', async (t) => {
  const { httpPort, httpsPort } = main;
  const address = `http://localhost:${httpPort}/v1/products`;
  const answer = await fetch(address, { redirect: 'manual' });
  t.is(answer.status, 308);
  t.is(answer.headers.get('location'), `https://localhost:${httpsPort}/v1/products`);
  await main.compose('up -d --no-deps edge', { TLS_CERTIFICATE: '' });
  const read = () => fetch(address, { redirect: 'manual' }).then((reply) => reply.text());
  await until(async () => (await read().catch(() => '')).startsWith('{"locale":"en-CA"'));
  await main.compose('up -d --no-deps edge');
  await askUntil('/v1/products', /^\{"locale":"en-CA"/);
});

containerTest('an edge pulls what the main machine pushes', async (t) => {
  const secret = (name: string) => join(stack.checkout, 'secrets', name);
  const port = await findPort('127.0.0.1', 0);
  const url = `http://host.containers.internal:${port}`;
  await writeFile(
    secret('rclone.conf'),
    `[catalogue]\ntype = webdav\nurl = ${url}\nvendor = other\n`,
  );
  const serve = ['serve', 'webdav', '/tmp', '--addr', ':8080'];
  const image = ['--entrypoint', 'rclone', 'apparel-catalogue:latest'];
  await stack.podman('run', '-d', '--name', 'remote', '-p', `${port}:8080`, ...image, ...serve);
  await command('release keygen');
  const inKeys = '/var/lib/apparel-catalogue/keys/release.pub';
  const cat = `run --rm -T --entrypoint cat commands ${inKeys}`;
  await writeFile(secret('release-public-key'), await main.compose(cat));
  const push = () =>
    main.compose('run --rm -T commands push', { PUSH_REMOTE: 'catalogue:releases' });
  await push();
  const edge = await stack.openMachine('second', {
    ROLE: 'edge',
    PULL_REMOTE: 'catalogue:releases',
    MAIN_URL: `https://host.containers.internal:${main.httpsPort}`,
    RELEASE_PUBLIC_KEY: '/run/secrets/release-public-key',
  });
  await edge.compose('up -d edge timers');
  await askUntil('/v1/products/TEE100', /"sku":"TEE100"/, { port: edge.httpsPort });
  await edit(' and pushed');
  await command('deploy');
  await push();
  await askUntil('/v1/products/TEE100', / and pushed/, { port: edge.httpsPort });
  t.is((await ask('/v1/health', { port: edge.httpsPort })).status, 200);
  await edge.compose('down --volumes');
});

containerTest('accounts of a lost Redis are restored from a backup', async (t) => {
  const [, file = ''] = /^file +(\S+)$/m.exec(await command('backup')) ?? [];
  await main.compose('rm --stop --force redis');
  await stack.podman('volume', 'rm', 'main_redis');
  await main.compose('up -d redis');
  await until(() => isHealthy('redis'));
  t.regex(await command(`backup restore ${file}`), /^restored$/m);
  t.log(await command('status'));
  await command('deploy');
  await askUntil('/v1/products/TEE100/pricing', /"priceTier":"A3"/, { bearer: key });
});

containerTest(
  'after a restart, and after a replacement, of all containers, every route answers',
  async (t) => {
    for (const lines of [['restart'], ['down', up]]) {
      for (const line of lines) await main.compose(line);
      await askUntil('/v1/health', /"status":"ok"/);
      await askUntil('/v1/products/TEE100', / and pushed/);
      await askUntil('/v1/products/TEE100/pricing', /"priceTier":"A3"/, { bearer: key });
      await askUntil('/v1/sync/activeProduct', /^\[\{"sku":.*"TEE100"/);
      await t.notThrowsAsync(assertNoneEnded());
    }
    const timers = () => stack.podman('logs', main.nameOf('timers'));
    await until(async () => /nothing is due/.test(await timers()));
  },
);
