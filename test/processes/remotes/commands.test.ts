import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import test from 'ava';
import { nodeArguments } from '../../../infra/local/node-arguments.ts';
import { runRelease } from '../../../releases/release-command.ts';
import { linkedRelease } from '../../../releases/release-store.ts';
import { parsePullCommand, runPull } from '../../../releases/remote/pull-command.ts';
import { parsePushCommand, runPush } from '../../../releases/remote/push-command.ts';
import { describeRemote, explainRclone } from '../../../releases/remote/rclone-failure.ts';
import { makeFolder } from '../../helpers/content.ts';
import { createEdges, createEdgesAt, createKeys, pathsBelow } from '../../helpers/edges.ts';
import { runCommand } from '../../helpers/run-command.ts';
import { runProgram } from '../../helpers/run-process.ts';

test.serial(
  'an empty REDIS_URL is refused, and does not switch off the check of net prices',
  async (t) => {
    const edges = await createEdgesAt(t, 'pushed');
    const args = [edges.remote, '--out', edges.edge];
    const end = await runCommand(runPull, args, { ...edges.environment, REDIS_URL: '' });
    t.is(end.exitCode, 1);
    t.regex(end.stderr, /REDIS_URL/);
    t.is(await linkedRelease(edges.edge, 'current'), undefined);
  },
);

test.serial(
  'keygen writes a pair of keys, never overwrites a key, and makes the private key readable only by its owner',
  async (t) => {
    const folder = await makeFolder(t);
    const RELEASE_KEY = join(folder, 'a');
    const RELEASE_PUBLIC_KEY = join(folder, 'b');
    const keys = { RELEASE_KEY, RELEASE_PUBLIC_KEY };
    const { exitCode, stdout } = await runCommand(runRelease, ['keygen'], keys);
    t.is(exitCode, 0);
    t.regex(stdout, /^wrote .+\nwrote .+\n$/);
    t.is((await stat(RELEASE_KEY)).mode & 0o777, 0o600);
    const before = await readFile(RELEASE_KEY, 'utf8');
    t.regex(before, /^-----BEGIN PRIVATE KEY-----/);
    t.false(stdout.includes(before));
    t.regex(await readFile(RELEASE_PUBLIC_KEY, 'utf8'), /^-----BEGIN PUBLIC KEY-----/);
    for (const environment of [keys, { ...keys, RELEASE_KEY: join(folder, 'c') }]) {
      const again = await runCommand(runRelease, ['keygen'], environment);
      t.is(again.exitCode, 1);
      t.regex(again.stderr, /^.+ exists and is not overwritten; .+\n$/);
    }
    t.is(await readFile(RELEASE_KEY, 'utf8'), before);
    await t.throwsAsync(stat(join(folder, 'c')));
    const unset = await runCommand(runRelease, ['keygen']);
    t.regex(unset.stderr, /^RELEASE_KEY is not set; .+\n$/);
  },
);

test.serial('keygen on a full disk leaves no file, so that it can be run again', async (t) => {
  const folder = await makeFolder(t);
  const keys = { RELEASE_KEY: join(folder, 'a'), RELEASE_PUBLIC_KEY: join(folder, 'b') };
  // Files stay empty; the cache of the loader would be truncated too.
  const shell = ['-c', 'ulimit -f 0 && exec "$0" "$@"', process.execPath];
  const args = [...shell, ...nodeArguments('releases/main.ts'), 'keygen'];
  const env = { ...process.env, ...keys, TSX_DISABLE_CACHE: '1' };
  const { exitCode, stderr } = await runProgram('sh', args, { env });
  t.is(exitCode, 1);
  t.deepEqual(await readdir(folder), []);
  t.is(stderr, `cannot write ${keys.RELEASE_KEY}: EFBIG: file too large, write\n`);
  t.is((await runCommand(runRelease, ['keygen'], keys)).exitCode, 0);
});

test.serial('a key that is missing, unset or of another kind causes one error line', async (t) => {
  const edges = await createEdges(t);

  const push = (RELEASE_KEY: string) =>
    runCommand(runPush, [edges.remote, '--out', edges.out], { ...edges.environment, RELEASE_KEY });
  t.regex((await push('')).stderr, /^not pushed: RELEASE_KEY is not set; .+\n$/);
  const missing = join(edges.folder, 'no.key');
  t.regex((await push(missing)).stderr, /^not pushed: cannot read RELEASE_KEY: ENOENT.+\n$/);
  await writeFile(missing, 'secret');
  const { stderr } = await push(missing);
  t.regex(stderr, /^not pushed: .+ has no Ed25519 key; .+\n$/);
  t.false(stderr.includes('secret'));
  const { RELEASE_KEY = '' } = edges.environment;
  Object.assign(edges.environment, { RELEASE_PUBLIC_KEY: RELEASE_KEY });
  t.regex((await edges.pull()).stderr, /^not pulled: .+ has a private key; remove it .+\n$/);
});

test.serial('without rclone, a push and a pull print what to install', async (t) => {
  const edges = await createEdges(t);
  const path = { PATH: edges.folder };
  Object.assign(edges.environment, path);
  for (const [end, prefix] of [
    [await edges.push(), 'not pushed'],
    [await edges.pull(), 'not pulled'],
  ] as const) {
    t.is(end.exitCode, 1);
    const hint = 'it is not installed; on Debian or Ubuntu: sudo apt-get install rclone';
    t.is(end.stderr, `${prefix}: cannot run rclone: ${hint}\n`);
  }
});

test.serial(
  'an unreachable, unknown or empty remote causes one error line, and the current release stays',
  async (t) => {
    const edges = await createEdgesAt(t, 'pulled');
    // A port that was free just before.
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    Object.assign(edges.environment, {
      RCLONE_CONFIG_AWAY_TYPE: 'webdav',
      RCLONE_CONFIG_AWAY_URL: `http://me:hidden@127.0.0.1:${port}/`,
    });

    for (const [remote, reason] of [
      ['away:', /^not pulled: cannot read away:: .*connection refused\n$/],
      ['unknown:', /^not pulled: cannot read unknown:: rclone has no remote of this name; .+\n$/],
      [join(edges.folder, 'nowhere'), /^not pulled: there is no release on .+nowhere; .+\n$/],
    ] as const) {
      const end = await runCommand(runPull, [remote, '--out', edges.edge], edges.environment);
      t.is(end.exitCode, 1);
      t.is(end.stdout, '');
      t.regex(end.stderr, reason);
      t.false(end.stderr.includes('hidden'));
      t.is(await linkedRelease(edges.edge, 'current'), edges.release);
    }
  },
);

test.serial(
  'a remote in the output folder is refused by any of its names, and nothing is written',
  async (t) => {
    const { folder, out, edge, environment } = await createEdgesAt(t, 'pushed');
    await symlink(out, edge);
    const before = await pathsBelow(folder);
    for (const remote of [
      ...[
        out,
        `${out}/`,
        `${folder}/x/../dist`,
        edge,
        join(out, 'new/folder'),
        join(edge, 'current'),
      ],
      ...[`:local:${out}`, `:local,copy_links=true:${out}`, relative('.', out)],
      `:local,encoding="a:b":${out}`,
    ]) {
      for (const [command, prefix] of [
        [runPush, 'not pushed'],
        [runPull, 'not pulled'],
      ] as const) {
        const end = await runCommand(command, [remote, '--out', out], environment);
        t.deepEqual([end.exitCode, end.stdout], [1, '']);
        const name = describeRemote(remote);
        t.true(
          end.stderr.startsWith(
            `${prefix}: the remote ${name} is within the output folder ${out}, `,
          ),
        );
      }
    }
    const repeated = await runCommand(runPull, [out, '--out', out, '--every', '1h'], environment);
    t.is(repeated.exitCode, 1);
    t.deepEqual(await pathsBelow(folder), before);
  },
);

test.serial(
  'a remote with env_auth gets the credentials of the environment, and no message contains them',
  async (t) => {
    const edges = await createEdges(t);
    const authorizations: (string | undefined)[] = [];
    const server = createHttpServer((request, response) => {
      authorizations.push(request.headers.authorization);
      response.writeHead(403).end();
    }).listen(0, '127.0.0.1');
    t.teardown(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    Object.assign(edges.environment, {
      RCLONE_CONFIG_CLOUD_TYPE: 's3',
      RCLONE_CONFIG_CLOUD_PROVIDER: 'Other',
      RCLONE_CONFIG_CLOUD_ENV_AUTH: 'true',
      RCLONE_CONFIG_CLOUD_ENDPOINT: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'EDGE-KEY',
      AWS_SECRET_ACCESS_KEY: 'hidden',
      // With this variable, rclone 1.60 sends no request.
      AWS_CA_BUNDLE: join(edges.folder, 'ca.pem'),
    });

    const end = await runCommand(runPull, ['cloud:bucket', '--out', edges.edge], edges.environment);
    t.is(end.exitCode, 1);
    t.regex(end.stderr, /^not pulled: cannot read cloud:bucket: .+\n$/);
    t.false(end.stderr.includes('hidden'));
    t.true(authorizations.length > 0);
    t.true(authorizations.every((each) => each?.includes('Credential=EDGE-KEY/')));
  },
);

test.serial('no message contains secrets of rclone', (t) => {
  t.is(describeRemote(':sftp,host=x,pass=hidden:folder'), ':sftp:folder');
  t.is(describeRemote('s3:bucket/folder'), 's3:bucket/folder');
  const environment = {
    RCLONE_CONFIG_X_SECRET_ACCESS_KEY: 'hidden',
    AWS_SECRET_ACCESS_KEY: 'second',
  };
  const log = '{"level":"error","msg":"GET https://u:p@host/x?sig=123: hidden is\\nwrong"}\n';
  t.is(explainRclone(log, environment, 's3:bucket'), 'GET https://host/x?… … is wrong');
  t.is(explainRclone('{"level":"error","msg":"a second b"}\n', environment, 's3:bucket'), 'a … b');
});

test.serial('a full disk causes one error line, and the current release stays', async (t) => {
  const edges = await createEdgesAt(t, 'newer');
  // Files may not be longer than 1 KiB; the cache of the loader would be truncated too.
  const script = 'ulimit -f 2 && exec "$0" "$@"';
  const args = [
    ...nodeArguments('releases/remote/pull-main.ts'),
    edges.remote,
    '--out',
    edges.edge,
  ];
  const child = spawn('sh', ['-c', script, process.execPath, ...args], {
    env: { ...edges.environment, TSX_DISABLE_CACHE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stderr: string[] = [];
  child.stderr.on('data', (data: Buffer) => stderr.push(data.toString()));
  const [code] = await once(child, 'close');
  t.is(code, 1);
  t.regex(stderr.join(''), /^not pulled: cannot read .+: .*file too large.*\n$/);
  t.is(await linkedRelease(edges.edge, 'current'), edges.release);
  t.is((await edges.pull()).exitCode, 0);
});

test.serial(
  'with --every, a failed round prints one line, later rounds continue, and SIGTERM ends the command',
  async (t) => {
    const [older, edges] = [await createEdgesAt(t, 'pulled'), await createEdgesAt(t, 'newer')];
    const release = (await linkedRelease(edges.out, 'current')) ?? '';
    const pointer = join(edges.remote, 'pointer');
    await rm(edges.edge, { recursive: true });
    await rename(pointer, join(edges.folder, 'pointer'));
    const args = [edges.remote, '--out', edges.edge, '--every', '1s'];
    const child = spawn(
      process.execPath,
      [...nodeArguments('releases/remote/pull-main.ts'), ...args],
      { env: { ...edges.environment }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const exited = once(child, 'exit');
    // Iterators also return lines that arrive before they are read.
    const [errors, output] = [child.stderr, child.stdout].map((input) =>
      createInterface({ input })[Symbol.asyncIterator](),
    );
    const error = (await errors?.next())?.value ?? '';
    t.regex(error, /^not pulled: there is no release on /);
    await rename(join(older.remote, 'pointer'), pointer);
    const first = (await output?.next())?.value ?? '';
    t.regex(first, new RegExp(`^release ${edges.release} is current: `));
    await rename(join(edges.folder, 'pointer'), pointer);
    const second = (await output?.next())?.value ?? '';
    t.regex(second, new RegExp(`^release ${release} is current: `));
    t.is(await linkedRelease(edges.edge, 'current'), release);
    child.kill('SIGTERM');
    t.deepEqual(await exited, [0, null]);
  },
);

test.serial('invalid arguments are refused with the reason and the usage', async (t) => {
  for (const [parse, args, reason] of [
    [parsePushCommand, [], /^REMOTE is missing/],
    [parsePushCommand, ['a', 'b'], /^unexpected argument "b"/],
    [parsePushCommand, ['a', '--keep', '0'], /^--keep needs a whole number from 1/],
    [parsePullCommand, [], /^REMOTE is missing/],
    [parsePullCommand, ['a', '--every', 'often'], /^--every is "often"; it must be a time such as/],
    [parsePullCommand, ['a', '--no'], /^Unknown option '--no'/],
  ] as const) {
    const error = t.throws(() => parse([...args]));
    t.regex(error?.message ?? '', reason);
    t.regex(error?.message ?? '', /\n\nUsage: npm run (push|pull) -- REMOTE /);
  }
  t.is(parsePullCommand(['--help']), undefined);
  t.like(parsePullCommand(['a', '--every', '2m']), { remote: 'a', out: 'dist', everySeconds: 120 });
  const keys = await createKeys(await makeFolder(t));

  const out = await makeFolder(t);
  const end = await runCommand(runPush, ['x', '--out', out], keys);
  t.is(end.stderr, `not pushed: there is no release in ${out}; run npm run build\n`);
});
