/** The argument, the input and the failures of `DEPLOY_HOOK`, for deploys and activations. */
import { existsSync } from 'node:fs';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { findPort } from '../../../infra/local/find-port.ts';
import { runDeploy } from '../../../releases/deploy/command.ts';
import { HookError, runHook } from '../../../releases/run-hook.ts';
import { baseUrl, fixtureContent, makeFolder } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { serveWithNginx, untilServed } from '../../helpers/nginx.ts';
import { deployWithoutPages, runCommand } from '../../helpers/run-command.ts';
import { again, frenchDetail, writeHook } from '../../helpers/write-hook.ts';
import { copyDeployed } from './deployments.ts';

test.serial(
  'a hook gets the release id and the URLs whose answers changed, also if it is configured after the deploy',
  async (t) => {
    const { content, first, setNote, deploy, current } = await copyDeployed(t);
    const hook = await writeHook(t);
    await setNote('Taille grand.');
    // An empty variable means no hook.
    t.is((await deploy({ DEPLOY_HOOK: '' })).exitCode, 0);
    t.is((await deploy(hook.environment)).exitCode, 0);
    t.deepEqual(await hook.runOfProducts(), { id: await current(), urls: [frenchDetail] });

    await content.replace('products/BAG-5.json', 'It holds things', 'It holds all things');
    await content.replace('colors.json', '#1B2745', '#1B2746');
    await content.replace('products/HOOD-2.json', '{', '{ "draft": true,');
    t.is((await deploy(hook.environment)).exitCode, 0);
    const { urls = [] } = (await hook.run()) ?? {};
    for (const path of [
      ...['', '?locale=fr-CA', '/BAG-5', '/HOOD-2', '/export?locale=en-CA', '/inventory'],
      ...['/changes', `/changes?locale=fr-CA&since=${first}`],
    ]) {
      t.true(urls.includes(`${baseUrl}/v1/products${path}`), path);
    }
    t.true(urls.includes(`${baseUrl}/images/TEE-1/navy-front.svg`));
    t.false(urls.includes(`${baseUrl}/openapi.json`));
  },
);

test.serial(
  'a first deploy passes the URLs of the whole catalogue, and each URL is answered',
  async (t) => {
    const hook = await writeHook(t);
    const folder = await makeFolder(t);
    const out = join(folder, 'dist');
    const args = ['--content', fixtureContent, '--out', out, '--base-url', baseUrl];
    const { exitCode, stderr } = await runCommand(
      (all, terminal) => runDeploy(all, terminal),
      args,
      hook.environment,
    );
    t.is(exitCode, 0, stderr);
    const { id: release = '', urls = [] } = (await hook.run()) ?? {};
    const pricingPort = await findPort('127.0.0.1', 0);
    const raise = (text: string) => text.replace('rate=100r/s', 'rate=9999r/s');
    const edits = { 'settings/limits.conf': raise };
    const client = createClient(
      await serveWithNginx(t, { folder, baseUrl, pricingPort, release, edits }),
    );
    await untilServed(client, release);
    for (const url of urls) t.is((await client(url.slice(baseUrl.length))).status, 200, url);
    for (const path of ['/docs/', '/openapi.json', '/.well-known/api-catalog']) {
      t.true(urls.includes(`${baseUrl}${path}`), path);
    }
  },
);

test.serial(
  'a hook may end without reading its URLs, and one that a signal or the time limit ends has failed',
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
    const [killed, hanging] = [
      await write('killed', 'kill -KILL $$'),
      await write('hanging', 'exec sleep 1000'),
    ];
    await t.throwsAsync(run(killed), {
      instanceOf: HookError,
      message: `release r1 is current, but DEPLOY_HOOK ${killed} was ended by SIGKILL; ${again}`,
    });
    const limit = 'was ended after 0.1 s, the limit of DEPLOY_HOOK_TIMEOUT';
    await t.throwsAsync(run(hanging, 0.1), {
      instanceOf: HookError,
      message: `release r1 is current, but DEPLOY_HOOK ${hanging} ${limit}; ${again}`,
    });
    const out = join(folder, 'dist');
    const environment = { DEPLOY_HOOK: '/bin/true', DEPLOY_HOOK_TIMEOUT: '30' };
    const invalid = await runCommand(deployWithoutPages, ['--out', out], environment);
    t.is(invalid.exitCode, 1);
    t.regex(invalid.stderr, /^DEPLOY_HOOK_TIMEOUT is "30"; it must be a time such as .+\n$/);
    t.false(existsSync(out), 'nothing is done before');
  },
);

test.serial('activating a release runs the hook once with the changed URLs', async (t) => {
  const { out, first, setNote, deploy, release } = await copyDeployed(t);
  const hook = await writeHook(t);
  await setNote('Taille grand.');
  await deploy(hook.environment);
  await hook.run();
  const activate = () => release(hook.environment, 'activate', first);
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
    /^release \w{16} is current, but DEPLOY_HOOK failed: .+ move .+hook-release away/,
  );
});

test.serial(
  'after a failed hook and commands without one, the next hook gets all URLs that changed since its last success',
  async (t) => {
    const { content, setNote, deploy, current } = await copyDeployed(t);
    const [hook, failing] = [await writeHook(t), await writeHook(t, 3)];
    t.is((await deploy(hook.environment)).exitCode, 0);
    await hook.run();
    await setNote('Taille grand.');
    const failed = await deploy(failing.environment);
    t.is(failed.exitCode, 1);
    const ended = `is current, but DEPLOY_HOOK ${failing.path} ended with code 3; ${again}\n`;
    t.is(failed.stderr, `release ${await current()} ${ended}`);
    const missing = await deploy({ DEPLOY_HOOK: '/no/such/hook' });
    t.is(missing.exitCode, 1);
    t.regex(
      missing.stderr,
      /DEPLOY_HOOK \/no\/such\/hook cannot be started: .*ENOENT; .+ again\n$/,
    );
    // Changed back: caches may have the answer of the failed deploy.
    await setNote('Taille petit.');
    await content.replace('products/BAG-5.json', 'Il contient des choses', 'Il contient tout');
    t.is((await deploy({})).exitCode, 0);
    t.is((await deploy(hook.environment)).exitCode, 0);
    const { urls = [] } = (await hook.run()) ?? {};
    t.true(urls.includes(frenchDetail));
    t.true(urls.includes(`${baseUrl}/v1/products/BAG-5?locale=fr-CA`));
    t.false(urls.includes(`${baseUrl}/v1/products/BAG-5`));
  },
);

test.serial(
  'if the previous release is damaged, the hook gets the URLs of the whole catalogue',
  async (t) => {
    const { out, first, setNote, deploy } = await copyDeployed(t);
    const hook = await writeHook(t);
    await appendFile(join(out, 'releases', first, 'manifest.json'), 'x');
    await setNote('Taille grand.');
    t.is((await deploy(hook.environment)).exitCode, 1);
    t.is(await hook.run(), undefined);
    t.is((await deploy(hook.environment, '--accept', 'unreadable-release')).exitCode, 0);
    const { urls = [] } = (await hook.run()) ?? {};
    t.true(urls.includes(frenchDetail));
    t.true(urls.includes(`${baseUrl}/v1/products/BAG-5`));
  },
);
