/** The arguments and the input of `DEPLOY_HOOK`, for deploys and activations. */
import { existsSync } from 'node:fs';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { findPort } from '../../../../infra/local/find-port.ts';
import { runDeploy } from '../../../../releases/deploy/command.ts';
import { HookError, runHook } from '../../../../releases/deploy/run-hook.ts';
import { runRelease } from '../../../../releases/release-command.ts';
import { linkedRelease } from '../../../../releases/release-store.ts';
import { baseUrl, copyContent, fixtureContent, makeFolder } from '../../../helpers/content.ts';
import { createClient } from '../../../helpers/http-client.ts';
import { serveWithNginx, untilServed } from '../../../helpers/nginx.ts';
import { copyBuiltFixture } from '../../../helpers/released-files.ts';
import { deployUncompressed, runCommand } from '../../../helpers/run-command.ts';
import { again, frenchDetail, writeHook } from '../../../helpers/write-hook.ts';

/**
 * Copies the fixture and its release, which was deployed without a hook. Returns functions that edit one French text
 * (`edit`), deploy again (`deploy`), and read the id of the current release (`current`).
 */
async function prepare(t: ExecutionContext) {
  const content = await copyContent(t);
  const { out, manifest } = await copyBuiltFixture(t);
  const args = ['--content', content.path, '--out', out, '--base-url', baseUrl];
  const deploy = (environment: Record<string, string>, ...more: string[]) =>
    runCommand(deployUncompressed, [...args, ...more], environment);
  const edit = () => content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
  const current = () => linkedRelease(out, 'current');
  return { content, out, first: manifest.release, deploy, edit, current };
}

test.serial('after a deploy the hook gets the id and the URLs whose answers changed', async (t) => {
  const { content, first, deploy, edit, current } = await prepare(t);
  const hook = await writeHook(t);
  await edit();
  t.is((await deploy(hook.environment)).exitCode, 0);
  t.deepEqual(await hook.runOfProducts(), { id: (await current()) ?? '', urls: [frenchDetail] });

  await content.replace('products/BAG-5.json', 'It holds things', 'It holds all things');
  await deploy(hook.environment);
  const { urls: copies = [] } = (await hook.run()) ?? {};
  for (const path of [
    'export?locale=en-CA',
    'inventory',
    'changes',
    `changes?locale=fr-CA&since=${first}`,
  ]) {
    t.true(copies.includes(`${baseUrl}/v1/products/${path}`), path);
  }
  t.false(copies.includes(`${baseUrl}/v1/products/export?locale=en-US`));

  await content.replace('colors.json', '#1B2745', '#1B2746');
  t.is((await deploy(hook.environment)).exitCode, 0);
  const { urls = [] } = (await hook.run()) ?? {};
  t.true(urls.includes(`${baseUrl}/images/TEE-1/navy-front.svg`));
  t.true(urls.includes(`${baseUrl}/v1/products?locale=fr-CA`));
  t.true(urls.includes(`${baseUrl}/v1/products`));
});

test.serial(
  'a first deploy passes the URLs of the whole catalogue, and each URL is answered',
  async (t) => {
    const hook = await writeHook(t);
    const folder = await makeFolder(t);
    const args = [
      '--content',
      fixtureContent,
      '--out',
      join(folder, 'dist'),
      '--base-url',
      baseUrl,
    ];
    t.is((await runCommand(runDeploy, args, hook.environment)).exitCode, 0);
    const { id: release = '', urls = [] } = (await hook.run()) ?? {};
    const pricingPort = await findPort('127.0.0.1', 0);
    const raise = (text: string) => text.replace('rate=100r/s', 'rate=9999r/s');
    const edits = { 'settings/limits.conf': raise };
    const port = await serveWithNginx(t, { folder, baseUrl, pricingPort, release, edits });
    const client = createClient(port);
    await untilServed(client, release);
    for (const url of urls) {
      const { status } = await client(url.slice(baseUrl.length));
      t.is(status, 200, url);
    }
    for (const path of ['/docs/', '/openapi.json', '/.well-known/api-catalog']) {
      t.true(urls.includes(`${baseUrl}${path}`), path);
    }
  },
);

test.serial('the URLs of a removed product are passed too', async (t) => {
  const { content, deploy } = await prepare(t);
  const hook = await writeHook(t);
  await content.replace('products/TEE-1.json', '{', '{ "draft": true,');
  t.is((await deploy(hook.environment)).exitCode, 0);
  const { urls = [] } = (await hook.run()) ?? {};
  for (const path of ['v1/products/TEE-1', 'images/TEE-1/navy-front.svg']) {
    t.true(urls.includes(`${baseUrl}/${path}`), path);
  }
});

test.serial(
  'a hook that is configured after a deploy gets the URLs that this deploy changed',
  async (t) => {
    const { deploy, edit, current } = await prepare(t);
    const hook = await writeHook(t);
    await edit();
    // An empty variable means no hook.
    t.is((await deploy({ DEPLOY_HOOK: '' })).exitCode, 0);
    t.is((await deploy(hook.environment)).exitCode, 0);
    t.deepEqual(await hook.runOfProducts(), { id: (await current()) ?? '', urls: [frenchDetail] });
  },
);

test.serial(
  'a hook may end without reading its URLs, and a hook that a signal ends has failed',
  async (t) => {
    const folder = await makeFolder(t);
    const write = async (name: string, line: string) => {
      await writeFile(join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
      return join(folder, name);
    };
    // More bytes than the buffer of a pipe.
    const urls = Array.from({ length: 20_000 }, (_, at) => `${baseUrl}/v1/products/TEE-${at}`);
    const run = (path: string, timeoutSeconds = 60) =>
      runHook({ path, timeoutSeconds }, { release: 'r1', urls }, new AbortController().signal);
    await t.notThrowsAsync(run(await write('deaf', 'exit 0')));
    const killed = await write('killed', 'kill -KILL $$');
    await t.throwsAsync(run(killed), {
      instanceOf: HookError,
      message: `release r1 is current, but DEPLOY_HOOK ${killed} was ended by SIGKILL; ${again}`,
    });
    const hanging = await write('hanging', 'exec sleep 1000');
    await t.throwsAsync(run(hanging, 0.1), {
      instanceOf: HookError,
      message: `release r1 is current, but DEPLOY_HOOK ${hanging} was ended after 0.1 s, the limit of DEPLOY_HOOK_TIMEOUT; ${again}`,
    });
  },
);

test.serial('an invalid time limit of the hook is refused before anything is done', async (t) => {
  const out = join(await makeFolder(t), 'dist');
  const environment = { DEPLOY_HOOK: '/bin/true', DEPLOY_HOOK_TIMEOUT: '30' };
  const end = await runCommand(deployUncompressed, ['--out', out], environment);
  t.is(end.exitCode, 1);
  t.is(
    end.stderr,
    'DEPLOY_HOOK_TIMEOUT is "30"; it must be a time such as 30s or 5m, at most 576h\n',
  );
  t.false(existsSync(out));
});

test.serial('activating a release runs the hook once with the changed URLs', async (t) => {
  const { out, first, deploy, edit } = await prepare(t);
  const hook = await writeHook(t);
  await edit();
  await deploy(hook.environment);
  await hook.run();
  const activate = () =>
    runCommand(runRelease, ['activate', first, '--out', out], hook.environment);
  t.is((await activate()).exitCode, 0);
  t.deepEqual(await hook.runOfProducts(), { id: first, urls: [frenchDetail] });
  t.is((await activate()).exitCode, 0);
  t.is(await hook.run(), undefined);
  await rm(join(out, 'hook-release'));
  await mkdir(join(out, 'hook-release'));
  const { exitCode, stderr } = await activate();
  t.is(exitCode, 1);
  t.regex(
    stderr,
    /^release \w{16} is current, but DEPLOY_HOOK failed: .+ move .+hook-release away and .+: EISDIR.+\n$/,
  );
});

test.serial(
  'after a failed hook, the next deploy runs the hook with all URLs that changed since its last success',
  async (t) => {
    const { content, deploy, edit, current } = await prepare(t);
    const failing = await writeHook(t, 3);
    const { exitCode, stderr } = await deploy(failing.environment);
    t.is(exitCode, 1);
    const ended = `is current, but DEPLOY_HOOK ${failing.path} ended with code 3; ${again}\n`;
    t.is(stderr, `release ${await current()} ${ended}`);
    const missing = await deploy({ DEPLOY_HOOK: '/no/such/hook' });
    t.is(missing.exitCode, 1);
    t.regex(
      missing.stderr,
      /DEPLOY_HOOK \/no\/such\/hook cannot be started: .*ENOENT; .+ again\n$/,
    );
    const hook = await writeHook(t);
    t.is((await deploy(hook.environment)).exitCode, 0);
    await hook.run();

    await edit();
    await deploy(failing.environment);
    await content.replace('products/BAG-5.json', 'Il contient des choses', 'Il contient tout');
    t.is((await deploy(hook.environment)).exitCode, 0);
    const { urls = [] } = (await hook.run()) ?? {};
    t.true(urls.includes(frenchDetail));
    t.true(urls.includes(`${baseUrl}/v1/products/BAG-5?locale=fr-CA`));
    t.false(urls.includes(`${baseUrl}/v1/products/BAG-5`));
  },
);

test.serial(
  'after a failed hook, a rollback runs the hook for the URLs that the failed release changed',
  async (t) => {
    const { out, first, deploy, edit } = await prepare(t);
    const hook = await writeHook(t);
    await deploy(hook.environment);
    await hook.run();
    await edit();
    await deploy((await writeHook(t, 3)).environment);
    const args = ['activate', first, '--out', out];
    t.is((await runCommand(runRelease, args, hook.environment)).exitCode, 0);
    t.deepEqual(await hook.runOfProducts(), { id: first, urls: [frenchDetail] });
  },
);

test.serial(
  'after a failed hook, the next hook gets the URLs that the failed release changed and the next one changed back',
  async (t) => {
    const { content, deploy, edit } = await prepare(t);
    const hook = await writeHook(t);
    await deploy(hook.environment);
    await hook.run();
    await edit();
    await deploy((await writeHook(t, 3)).environment);
    await content.replace('products/TEE-1.json', 'Taille grand.', 'Taille petit.');
    await content.replace('products/BAG-5.json', 'It holds things', 'It holds all things');
    t.is((await deploy(hook.environment)).exitCode, 0);
    const { urls = [] } = (await hook.run()) ?? {};
    t.true(urls.includes(frenchDetail));
    t.true(urls.includes(`${baseUrl}/v1/products/BAG-5`));
  },
);

test.serial(
  'after commands without a hook, the next hook gets the URLs that all of them changed',
  async (t) => {
    const { content, deploy, edit } = await prepare(t);
    const hook = await writeHook(t);
    await deploy(hook.environment);
    await hook.run();
    await edit();
    t.is((await deploy({})).exitCode, 0);
    await content.replace('products/TEE-1.json', 'Taille grand.', 'Taille petit.');
    await content.replace('products/BAG-5.json', 'It holds things', 'It holds all things');
    t.is((await deploy({})).exitCode, 0);
    await content.replace('products/BAG-5.json', 'It holds all things', 'It holds things and more');
    t.is((await deploy(hook.environment)).exitCode, 0);
    const { urls = [] } = (await hook.run()) ?? {};
    t.true(urls.includes(frenchDetail));
    t.true(urls.includes(`${baseUrl}/v1/products/BAG-5`));
  },
);

test.serial(
  'after commands without a hook, a rollback passes the URLs that all of them changed',
  async (t) => {
    const { content, out, first, deploy, edit } = await prepare(t);
    const hook = await writeHook(t);
    await deploy(hook.environment);
    await hook.run();
    await edit();
    t.is((await deploy({})).exitCode, 0);
    await content.replace('products/TEE-1.json', 'Taille grand.', 'Taille petit.');
    await content.replace('products/BAG-5.json', 'It holds things', 'It holds all things');
    t.is((await deploy({})).exitCode, 0);
    const args = ['activate', first, '--out', out];
    t.is((await runCommand(runRelease, args, hook.environment)).exitCode, 0);
    const { urls = [] } = (await hook.run()) ?? {};
    t.true(urls.includes(frenchDetail));
    t.true(urls.includes(`${baseUrl}/v1/products/BAG-5`));
  },
);

test.serial(
  'if the previous release is damaged, the hook gets the URLs of the whole catalogue',
  async (t) => {
    const { out, first, deploy, edit } = await prepare(t);
    const hook = await writeHook(t);
    await appendFile(join(out, 'releases', first, 'manifest.json'), 'x');
    await edit();
    t.is((await deploy(hook.environment)).exitCode, 1);
    t.is(await hook.run(), undefined);
    t.is((await deploy(hook.environment, '--accept', 'unreadable-release')).exitCode, 0);
    const { urls = [] } = (await hook.run()) ?? {};
    t.true(urls.includes(frenchDetail));
    t.true(urls.includes(`${baseUrl}/v1/products/BAG-5`));
  },
);

test.serial('a dry run after a damaged release reports what would stop the deploy', async (t) => {
  const { out, first, deploy, edit } = await prepare(t);
  await appendFile(join(out, 'releases', first, 'manifest.json'), 'x');
  await edit();
  const { exitCode, stdout, stderr } = await deploy({}, '--dry-run');
  t.is(exitCode, 0, stderr);
  t.regex(stdout, /^it would stop here without --accept unreadable-release: /m);
});
