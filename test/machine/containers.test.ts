/**
 * The images of infra/Containerfile and the containers of infra/compose.yaml, from the build of the images to
 * an upgrade during requests. Each test continues where the previous one ended.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { prepareStack, type Stack, started, targets, whyNoContainers } from './containers.ts';
import { run } from './debian.ts';

const reason = await whyNoContainers();
const release = process.env['MACHINE_RELEASE'] ?? 'bookworm';
let stack: Stack;
/** The API key of an account, created by a container of the image `commands`. */
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
    process.stderr.write(`SKIPPED: the tests of the images, because ${reason}\n`);
    return;
  }
  stack = await prepareStack(release);
});

test.after.always(() => stack?.remove());

interface Asked {
  readonly bearer?: string | undefined;
  /** HTTPS port of an edge; by default that of the first edge. */
  readonly port?: number;
}

/**
 * Sends a GET request to an edge by HTTPS, trusting the certificate that make-secrets made; resolves to
 * status and body.
 */
async function ask(path: string, asked: Asked = {}): Promise<{ status: number; body: string }> {
  const ca = await readFile(join(stack.checkout, 'secrets/tls-certificate'));
  const { bearer, port = stack.edges[0].httpsPort } = asked;
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

/**
 * Throws an `Error` with the last log lines of a container that ended and was restarted by its restart
 * policy.
 */
async function assertNoneEnded(): Promise<void> {
  const format = ['--format', '{{.Name}} {{.RestartCount}}'];
  const list = await stack.podman('inspect', ...format, ...started.map(stack.nameOf));
  for (const [, name = '', restarts] of list.matchAll(/^(\S+) (\d+)$/gm)) {
    if (restarts === '0') continue;
    throw new Error(`${name} ended: ${await stack.podman('logs', '--tail', '5', name)}`);
  }
}

/** Requests a path until the status is 200 and the body matches `expected`. */
function askUntil(path: string, expected: RegExp, asked?: Asked): Promise<void> {
  return until(async () => {
    const { status, body } = await ask(path, asked).catch(() => ({ status: 0, body: '' }));
    return status === 200 && expected.test(body);
  });
}

const command = (...args: readonly string[]) =>
  stack.compose('run', '--rm', '-T', 'commands', ...args);

const inContainer = (name: string, ...args: readonly string[]) =>
  stack.podman('exec', stack.nameOf(name), ...args);

/** Returns true if the health check of a container succeeds now. */
const isHealthy = (name: string) =>
  succeeds(stack.podman('healthcheck', 'run', stack.nameOf(name)));

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

async function signal(name: string, signalName: string): Promise<void> {
  const pid = await stack.podman('inspect', '--format', '{{.State.Pid}}', stack.nameOf(name));
  await run('kill', ['-s', signalName, pid.trim()]);
}

/** Appends `addition` to the English name of the product TEE100 in the content. */
async function edit(addition: string): Promise<void> {
  const file = join(stack.checkout, 'content/products/TEE100.json');
  const before = await readFile(file, 'utf8');
  const edited = before.replace(/"en": "([^"]+)"/, `"en": "$1${addition}"`);
  if (edited === before) throw new Error(`${file} has no English name`);
  await writeFile(file, edited);
}

containerTest('no image has development tools, and each has a user', async (t) => {
  const tools = '/opt/apparel-catalogue/current/node_modules/{typescript,ava}';
  for (const target of targets) {
    const image = `apparel-catalogue/${target}`;
    const run = (line: string) =>
      stack.podman('run', '--rm', '--network=none', '--entrypoint', 'bash', image, '-c', line);
    t.is(await run(`ls -d ${tools} 2>/dev/null || true`), '', target);
    t.is(await run('command -v npm npx gcc || true'), '', target);
    t.regex(await stack.podman('inspect', '--format', '{{.User}}', image), /^[1-9]\d*:[1-9]\d*$/m);
    const size = Number(await stack.podman('inspect', '--format', '{{.Size}}', image));
    t.log(`${target}: ${(size / 1e6).toFixed(0)} MB with its Debian`);
  }
});

containerTest('before the first deploy the edge runs, and is unhealthy', async (t) => {
  await stack.compose('up', '-d', '--no-build');
  await until(() => isHealthy('service-1'));
  // nginx answers, so that it is neither starting nor ending again and again.
  await until(() => succeeds(ask('/v1/health')));
  t.not((await ask('/v1/health')).status, 200);
  t.false(await isHealthy('edge'));
  await t.notThrowsAsync(assertNoneEnded());
});

containerTest('a deploy reaches the edge through the volume; every route answers', async (t) => {
  t.regex(await command('deploy'), /is current; net prices of .+ loaded/);
  const account = ['acme', '--name', 'Acme', '--tier', 'A3', '--program', 'linked'];
  await command('keys', 'account', 'add', ...account);
  const created = await command('keys', 'key', 'create', 'acme', '--label', 'ERP', '--json');
  key = (JSON.parse(created) as { key: string }).key;
  await askUntil('/v1/health', /"status":"ok"/);
  t.true((await ask('/v1/products')).body.startsWith('{"locale":"en-CA","products":[{'));
  t.true((await ask('/v1/products/TEE100?locale=fr-CA')).body.includes('"locale":"fr-CA"'));
  t.is((await ask('/openapi.json')).status, 200);
  t.is((await ask('/docs/')).status, 200);
  t.is((await ask('/v1/products/TEE100/pricing')).status, 401);
  t.is((await ask('/v1/none')).status, 404);
  await askUntil('/v1/products/TEE100/pricing', /"priceTier":"A3"/, { bearer: key });
  await askUntil('/v1/sync/activeProduct', /^\[\{"sku":.*"TEE100"/);
});

containerTest(
  'containers have a user, a read-only root, no capability and no secret in settings',
  async (t) => {
    const { stdout } = await run('bash', ['-c', `cat ${stack.checkout}/secrets/secrets/*`]);
    const passwords = stdout.match(/[0-9a-f]{48}/g) ?? [];
    t.is(passwords.length, 4);
    for (const name of started) {
      t.not((await inContainer(name, 'id', '-u')).trim(), '0', name);
      await t.throwsAsync(inContainer(name, 'touch', '/opt/x'), {
        message: /Read-only file system/,
      });
      const status = await inContainer(name, 'cat', '/proc/1/status');
      t.regex(status, /^CapPrm:\t0+$/m, name);
      t.regex(status, /^CapBnd:\t0+$/m, name);
      t.regex(status, /^NoNewPrivs:\t1$/m, name);
      const shown = await stack.podman('inspect', stack.nameOf(name));
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
  for (const name of ['edge', 'service-1', 'redis'] as const) t.true(await isHealthy(name), name);
  await signal('service-2', 'STOP');
  await until(async () => !(await isHealthy('service-2')));
  t.true(await isHealthy('edge'));
  // The other instance answers.
  t.is((await ask('/v1/products/TEE100/pricing', { bearer: key })).status, 200);
  await signal('service-2', 'CONT');
  await until(() => isHealthy('service-2'));
});

containerTest('an edited product is served after a deploy, without a restart', async (t) => {
  t.false((await ask('/v1/products/TEE100')).body.includes('in a container'));
  await edit(' in a container');
  await command('deploy');
  await askUntil('/v1/products/TEE100', / in a container/);
  await askUntil('/v1/products/TEE100/pricing', /"priceTier":"A3"/, { bearer: key });
  await t.notThrowsAsync(assertNoneEnded());
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
  for (const name of ['service-1', 'service-2']) {
    await stack.compose('up', '-d', '--no-build', '--no-deps', '--force-recreate', name);
    const ready = ['curl', '--silent', '--fail', 'http://127.0.0.1:9121/ready'];
    await until(() => succeeds(inContainer(name, ...ready)));
  }
  isReplacing = false;
  await load;
  t.log(`${statuses.length} requests`);
  t.deepEqual([...new Set(statuses)], [200]);
});

containerTest('an edge that is started alone answers public routes', async (t) => {
  await stack.compose('stop', 'service-1', 'service-2', 'redis', 'edge');
  await stack.compose('up', '-d', '--no-build', '--no-deps', 'edge');
  await askUntil('/v1/products/TEE100', / in a container/);
  t.is((await ask('/v1/products/TEE100/pricing', { bearer: key })).status, 503);
  t.true(await isHealthy('edge'));
  await stack.compose('up', '-d', '--no-build');
  await askUntil('/v1/products/TEE100/pricing', /"priceTier":"A3"/, { bearer: key });
});

containerTest(
  'plain HTTP is redirected to HTTPS, or served if there is no certificate',
  async (t) => {
    const [{ httpPort, httpsPort }] = stack.edges;
    const address = `http://localhost:${httpPort}/v1/products`;
    const answer = await fetch(address, { redirect: 'manual' });
    t.is(answer.status, 308);
    t.is(answer.headers.get('location'), `https://localhost:${httpsPort}/v1/products`);
    const start = ['up', '-d', '--no-build', '--no-deps', 'edge'];
    await stack.composeWith({ TLS_CERTIFICATE: '' }, ...start);
    const read = () => fetch(address, { redirect: 'manual' }).then((reply) => reply.text());
    await until(async () => (await read().catch(() => '')).startsWith('{"locale":"en-CA"'));
    await t.throwsAsync(ask('/v1/products'));
    await stack.compose(...start);
    await askUntil('/v1/products', /^\{"locale":"en-CA"/);
  },
);

containerTest('a second edge pulls what the first machine pushes', async (t) => {
  const inKeys = (file: string) => `/var/lib/apparel-catalogue/keys/${file}`;
  await command('release', 'keygen');
  const cat = ['run', '--rm', '-T', '--entrypoint', 'cat', 'commands'];
  const secret = (name: string) => join(stack.checkout, 'secrets', name);
  await writeFile(secret('release-public-key'), await stack.compose(...cat, inKeys('release.pub')));
  const remote = '[catalogue]\ntype = webdav\nurl = http://remote:8080\nvendor = other\n';
  await writeFile(secret('rclone'), remote);
  await startRemote();
  const mount = ['-v', `${secret('rclone')}:/run/secrets/rclone:ro`];
  const push = ['run', '--rm', '-T', ...mount, 'commands', 'push', 'catalogue:releases'];
  t.regex(await stack.compose(...push), /^pushed release \w+ to catalogue:releases: 76 objects/);
  await stack.composeSecond('up', '-d', '--no-build', '--no-deps', 'edge', 'pull');
  const { httpsPort: port } = stack.edges[1];
  await askUntil('/v1/products/TEE100', / in a container/, { port });
  await askUntil('/v1/products/TEE100/pricing', /"priceTier":"A3"/, { port, bearer: key });
  await edit(' and pushed');
  await command('deploy');
  t.false((await ask('/v1/products/TEE100', { port })).body.includes('and pushed'));
  await stack.compose(...push);
  await askUntil('/v1/products/TEE100', / in a container and pushed/, { port });
  const release = /"release":"(\w+)"/;
  const [pulled] = release.exec((await ask('/v1/health', { port })).body) ?? [];
  const [built] = release.exec((await ask('/v1/health')).body) ?? [];
  t.is(pulled, built);
  await stack.composeSecond('down', '--volumes');
});

containerTest(
  'the services reach other machines, such as the one with a shared Redis',
  async (t) => {
    const gateway = ['network', 'inspect', `${stack.project}_outside`, '--format'];
    const address = await stack.podman(...gateway, '{{range .Subnets}}{{.Gateway}}{{end}}');
    // The host stands for another machine; it answers health over plain HTTP too.
    const url = `http://${address.trim()}:${stack.edges[0].httpPort}/v1/health`;
    for (const service of ['service-1', 'service-2']) {
      t.regex(await inContainer(service, 'curl', '--silent', '--fail', url), /"status":"ok"/);
    }
  },
);

/** Starts a WebDAV server beside the containers, with the name `remote`. */
async function startRemote(): Promise<void> {
  const name = 'catalogue-test-remote';
  const place = ['--network', stack.backend, '--network-alias', 'remote'];
  const image = ['--entrypoint', 'rclone', 'apparel-catalogue/commands'];
  const serve = ['serve', 'webdav', '/var/lib/apparel-catalogue/backups', '--addr', ':8080'];
  await stack.podman('run', '-d', '--name', name, ...place, ...image, ...serve);
  const asked = ['curl', '--silent', '--fail', 'http://127.0.0.1:8080/'];
  await until(() => succeeds(stack.podman('exec', name, ...asked)));
}

containerTest('accounts of a lost Redis are restored from a backup', async (t) => {
  const backup = await stack.compose('run', '--rm', '-T', 'backup');
  const [, file = ''] = /^file +(\S+)$/m.exec(backup) ?? [];
  t.regex(backup, /^accounts +1$/m);
  await stack.compose('rm', '--stop', '--force', 'redis');
  await stack.podman('volume', 'rm', `${stack.project}_redis`);
  await stack.compose('up', '-d', '--no-build', 'redis');
  await until(() => isHealthy('redis'));
  t.regex(await command('backup', 'restore', file), /^restored$/m);
  await command('release', 'activate', 'current');
  const ready = ['curl', '--silent', '--fail', 'http://127.0.0.1:9121/ready'];
  await until(() => succeeds(inContainer('service-1', ...ready)));
  await askUntil('/v1/products/TEE100/pricing', /"priceTier":"A3"/, { bearer: key });
});

containerTest(
  'after a restart, and after a replacement, of all containers, every route answers',
  async (t) => {
    for (const commands of [['restart'], ['down', 'up -d --no-build']]) {
      for (const line of commands) await stack.compose(...line.split(' '));
      await askUntil('/v1/health', /"status":"ok"/);
      await askUntil('/v1/products/TEE100', / in a container/);
      await askUntil('/v1/products/TEE100/pricing', /"priceTier":"A3"/, { bearer: key });
      await askUntil('/v1/sync/activeProduct', /^\[\{"sku":.*"TEE100"/);
      await t.notThrowsAsync(assertNoneEnded());
    }
  },
);
