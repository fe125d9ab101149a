/** Tests the hook that `npm run pull` runs (`DEPLOY_HOOK`). */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { linkedRelease } from '../../../releases/release-store.ts';
import { runPull } from '../../../releases/remote/pull-command.ts';
import { createEdgesAt } from '../../helpers/edges.ts';
import { runCommand } from '../../helpers/run-command.ts';
import { again, frenchDetail, writeHook } from '../../helpers/write-hook.ts';

test.serial('a pull that is stopped ends its hook with all processes of the hook', async (t) => {
  const edges = await createEdgesAt(t, 'pushed');
  const path = join(edges.folder, 'hook');
  const pipe = join(edges.folder, 'pipe');
  execFileSync('sh', ['-c', `mkfifo ${pipe}`]);
  // The pipe ends when no process of the hook is left; one of them ignores SIGTERM.
  const script = `#!/bin/sh\nexec > ${pipe}\n(trap '' TERM; echo runs; sleep 1000)\n`;
  await writeFile(path, script, { mode: 0o755 });
  const lines = createReadStream(pipe);
  const stopping = new AbortController();
  const args = [edges.remote, '--out', edges.edge, '--every', '1h'];
  const environment = { ...edges.environment, DEPLOY_HOOK: path, DEPLOY_HOOK_TIMEOUT: '1h' };
  const ending = runCommand(
    (all, terminal) => runPull(all, terminal, stopping.signal),
    args,
    environment,
  );
  await once(lines, 'data');
  stopping.abort();
  const { exitCode, stderr } = await ending;
  t.is(exitCode, 0);
  const reason = 'was stopped together with this command';
  t.is(
    stderr,
    `release ${edges.release} is current, but DEPLOY_HOOK ${path} ${reason}; ${again}\n`,
  );
  await once(lines, 'end');
});

test.serial('a pull runs the hook once with the changed URLs', async (t) => {
  const edges = await createEdgesAt(t, 'newer');
  const release = (await linkedRelease(edges.out, 'current')) ?? '';
  const hook = await writeHook(t);
  Object.assign(edges.environment, hook.environment);
  t.is((await edges.pull()).exitCode, 0);
  t.deepEqual(await hook.runOfProducts(), { id: release, urls: [frenchDetail] });
  t.is((await edges.pull()).exitCode, 0);
  t.is(await hook.run(), undefined);
});

test.serial(
  'a pull whose hook fails reports that the release is current, and the next pull runs the hook again',
  async (t) => {
    const edges = await createEdgesAt(t, 'pushed');
    const failing = await writeHook(t, 3);
    Object.assign(edges.environment, failing.environment);
    const { exitCode, stderr } = await edges.pull();
    t.is(exitCode, 1);
    const { release } = edges;
    t.is(
      stderr,
      `release ${release} is current, but DEPLOY_HOOK ${failing.path} ended with code 3; ${again}\n`,
    );
    const hook = await writeHook(t);
    Object.assign(edges.environment, hook.environment);
    t.is((await edges.pull()).exitCode, 0);
    t.is((await hook.run())?.id, release);
  },
);

test.serial('a pull whose hook cannot be run reports that the release is current', async (t) => {
  const edges = await createEdgesAt(t, 'pushed');
  const hook = await writeHook(t);
  Object.assign(edges.environment, hook.environment);
  await mkdir(join(edges.edge, 'hook-release'), { recursive: true });
  const { exitCode, stderr } = await edges.pull();
  t.is(exitCode, 1);
  const failure = `release ${edges.release} is current, but DEPLOY_HOOK failed: `;
  t.regex(stderr, new RegExp(`^${failure}DEPLOY_HOOK cannot be run; move .+: EISDIR.+\\n$`));
  t.is(await linkedRelease(edges.edge, 'current'), edges.release);
});
