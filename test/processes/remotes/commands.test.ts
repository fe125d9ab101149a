/** The settings, messages and hooks of `npm run push` and `npm run pull`, and `npm run release -- keygen`. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import test from 'ava';
import { findPort } from '../../../infra/local/find-port.ts';
import { nodeArguments } from '../../../infra/local/node-arguments.ts';
import { runRelease } from '../../../releases/release-command.ts';
import { linkedRelease } from '../../../releases/release-store.ts';
import { runPull } from '../../../releases/remote/pull-command.ts';
import { runPush } from '../../../releases/remote/push-command.ts';
import { describeRemote } from '../../../releases/remote/rclone-failure.ts';
import { makeFolder } from '../../helpers/content.ts';
import { createEdges, createEdgesAt, pathsBelow } from '../../helpers/edges.ts';
import { runCommand } from '../../helpers/run-command.ts';
import { again } from '../../helpers/write-hook.ts';

test.serial(
  'keygen writes a pair of keys, never overwrites a key, and makes the private key readable only by its owner',
  async (t) => {
    const folder = await makeFolder(t);
    const [RELEASE_KEY, RELEASE_PUBLIC_KEY] = [join(folder, 'a'), join(folder, 'b')];
    const keys = { RELEASE_KEY, RELEASE_PUBLIC_KEY };
    const { exitCode, stdout } = await runCommand(runRelease, ['keygen'], keys);
    t.is(exitCode, 0);
    t.regex(stdout, /^wrote .+\nwrote .+\n$/);
    t.is((await stat(RELEASE_KEY)).mode & 0o777, 0o600);
    const before = await readFile(RELEASE_KEY, 'utf8');
    t.regex(before, /^-----BEGIN PRIVATE KEY-----/);
    t.regex(await readFile(RELEASE_PUBLIC_KEY, 'utf8'), /^-----BEGIN PUBLIC KEY-----/);
    for (const environment of [keys, { ...keys, RELEASE_KEY: join(folder, 'c') }]) {
      const second = await runCommand(runRelease, ['keygen'], environment);
      t.is(second.exitCode, 1);
      t.regex(second.stderr, /^.+ exists and is not overwritten; .+\n$/);
    }
    t.is(await readFile(RELEASE_KEY, 'utf8'), before);
    await t.throwsAsync(stat(join(folder, 'c')));
    t.regex((await runCommand(runRelease, ['keygen'])).stderr, /^RELEASE_KEY is not set; .+\n$/);
  },
);

test.serial(
  'a key that is missing, unset or of another kind, and a missing rclone, cause one error line with the remedy',
  async (t) => {
    const edges = await createEdges(t);
    const { remote, out, environment } = edges;
    const push = (RELEASE_KEY: string) =>
      runCommand(runPush, [remote, '--out', out], { ...environment, RELEASE_KEY });
    t.regex((await push('')).stderr, /^not pushed: RELEASE_KEY is not set; .+\n$/);
    const file = join(edges.folder, 'no.key');
    t.regex((await push(file)).stderr, /^not pushed: cannot read RELEASE_KEY: ENOENT.+\n$/);
    await writeFile(file, 'secret');
    const { stderr } = await push(file);
    t.regex(stderr, /^not pushed: .+ has no Ed25519 key; .+\n$/);
    t.false(stderr.includes('secret'));
    const hint = 'it is not installed; on Debian or Ubuntu: sudo apt-get install rclone';
    Object.assign(environment, { PATH: edges.folder });
    t.is((await edges.push()).stderr, `not pushed: cannot run rclone: ${hint}\n`);
    t.is((await edges.pull()).stderr, `not pulled: cannot run rclone: ${hint}\n`);
    Object.assign(environment, { RELEASE_PUBLIC_KEY: environment['RELEASE_KEY'] });
    t.regex((await edges.pull()).stderr, /^not pulled: .+ has a private key; remove it .+\n$/);
    const empty = await runCommand(runPush, ['x', '--out', await makeFolder(t)], environment);
    t.regex(empty.stderr, /^not pushed: there is no release in .+; run npm run build\n$/);
  },
);

test.serial(
  'an unreachable, unknown or empty remote causes one error line without secrets, and the current release stays',
  async (t) => {
    const edges = await createEdgesAt(t, 'pulled');
    const authorizations: (string | undefined)[] = [];
    const server = createHttpServer((request, response) => {
      authorizations.push(request.headers.authorization);
      response.writeHead(403).end();
    }).listen(0, '127.0.0.1');
    t.teardown(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    Object.assign(edges.environment, {
      RCLONE_CONFIG_AWAY_TYPE: 'webdav',
      RCLONE_CONFIG_AWAY_URL: `http://me:hidden@127.0.0.1:${await findPort('127.0.0.1', 0)}/`,
      // A remote that gets its credentials from the environment.
      RCLONE_CONFIG_CLOUD_TYPE: 's3',
      RCLONE_CONFIG_CLOUD_PROVIDER: 'Other',
      RCLONE_CONFIG_CLOUD_ENV_AUTH: 'true',
      RCLONE_CONFIG_CLOUD_ENDPOINT: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'EDGE-KEY',
      AWS_SECRET_ACCESS_KEY: 'hidden',
      // With this variable, rclone 1.60 sends no request.
      AWS_CA_BUNDLE: join(edges.folder, 'ca.pem'),
    });
    for (const [remote, reason] of [
      ['away:', /^not pulled: cannot read away:: .*connection refused\n$/],
      ['unknown:', /^not pulled: cannot read unknown:: rclone has no remote of this name; .+\n$/],
      [join(edges.folder, 'nowhere'), /^not pulled: there is no release on .+nowhere; .+\n$/],
      ['cloud:bucket', /^not pulled: cannot read cloud:bucket: .+\n$/],
    ] as const) {
      const end = await runCommand(runPull, [remote, '--out', edges.edge], edges.environment);
      t.deepEqual([end.exitCode, end.stdout], [1, '']);
      t.regex(end.stderr, reason);
      t.false(end.stderr.includes('hidden'));
      t.is(await linkedRelease(edges.edge, 'current'), edges.release);
    }
    t.true(authorizations.length > 0);
    t.true(authorizations.every((each) => each?.includes('Credential=EDGE-KEY/')));
  },
);

test.serial(
  'a remote in the output folder is refused by any of its names, and nothing is written',
  async (t) => {
    const { folder, out, edge, environment } = await createEdges(t);
    await symlink(out, edge);
    const before = await pathsBelow(folder);
    const paths = [out, `${folder}/x/../dist`, join(edge, 'current'), join(out, 'new/folder')];
    const names = [relative('.', out), `:local,copy_links=true:${out}`];
    for (const remote of [...paths, ...names]) {
      for (const [command, prefix] of [
        [runPush, 'not pushed'],
        [runPull, 'not pulled'],
      ] as const) {
        const end = await runCommand(command, [remote, '--out', out], environment);
        t.deepEqual([end.exitCode, end.stdout], [1, '']);
        const line = `${prefix}: the remote ${describeRemote(remote)} is within the output folder`;
        t.true(end.stderr.startsWith(`${line} ${out}, `), end.stderr);
      }
    }
    t.deepEqual(await pathsBelow(folder), before);
  },
);

test.serial(
  'with --every, a failed round prints one line, later rounds continue, and SIGTERM ends the command',
  async (t) => {
    const edges = await createEdgesAt(t, 'pushed');
    const [pointer, kept] = [join(edges.remote, 'pointer'), join(edges.folder, 'pointer')];
    await rename(pointer, kept);
    const pull = nodeArguments('releases/remote/pull-main.ts');
    const args = [...pull, edges.remote, '--out', edges.edge, '--every', '1s'];
    const child = spawn(process.execPath, args, {
      env: { ...edges.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = once(child, 'exit');
    // Iterators also return lines that arrive before they are read.
    const [errors, output] = [child.stderr, child.stdout].map((input) =>
      createInterface({ input })[Symbol.asyncIterator](),
    );
    const error = (await errors?.next())?.value ?? '';
    t.regex(error, /^not pulled: there is no release on /);
    await rename(kept, pointer);
    const line = (await output?.next())?.value ?? '';
    t.regex(line, new RegExp(`^release ${edges.release} is current: `));
    t.is(await linkedRelease(edges.edge, 'current'), edges.release);
    child.kill('SIGTERM');
    t.deepEqual(await exited, [0, null]);
  },
);

test.serial('a pull that is stopped ends its hook with all processes of the hook', async (t) => {
  const edges = await createEdgesAt(t, 'pushed');
  const [path, pipe] = [join(edges.folder, 'hook'), join(edges.folder, 'pipe')];
  execFileSync('sh', ['-c', `mkfifo ${pipe}`]);
  // The pipe ends when no process of the hook is left; one of them ignores SIGTERM.
  const script = `#!/bin/sh\nexec > ${pipe}\n(trap '' TERM; echo runs; sleep 1000)\n`;
  await writeFile(path, script, { mode: 0o755 });
  const lines = createReadStream(pipe);
  const stopping = new AbortController();
  const ending = runCommand(
    (all, terminal) => runPull(all, terminal, stopping.signal),
    [edges.remote, '--out', edges.edge, '--every', '1h'],
    { ...edges.environment, DEPLOY_HOOK: path, DEPLOY_HOOK_TIMEOUT: '1h' },
  );
  await once(lines, 'data');
  const ended = once(lines, 'end');
  stopping.abort();
  const { exitCode, stderr } = await ending;
  t.is(exitCode, 0);
  const reason = `DEPLOY_HOOK ${path} was stopped together with this command; ${again}`;
  t.is(stderr, `release ${edges.release} is current, but ${reason}\n`);
  await ended;
});
