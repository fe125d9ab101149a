/** Processes of `npm run build` and `npm run deploy` on a full disk, with a closed output, and after signals. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { nodeArguments } from '../../../infra/local/node-arguments.ts';
import { verifyRelease } from '../../../releases/verify-release.ts';
import { makeFolder } from '../../helpers/content.ts';
import { runProgram } from '../../helpers/run-process.ts';
import { writeHook } from '../../helpers/write-hook.ts';
import { copyDeployed } from './deployments.ts';

const deployProgram = nodeArguments('releases/deploy/main.ts');

test.serial(
  'on a full disk a build keeps the current release, leaves no temporary files and prints one error line',
  async (t) => {
    const { out, first, args, setNote, deploy, current } = await copyDeployed(t);
    /** Returns the paths of all entries except objects: complete ones stay after a failed build. */
    const entries = async () => {
      const paths = await readdir(out, { recursive: true });
      return paths.filter((path) => !/^objects\/..(\/|$)/.test(path)).sort();
    };
    await setNote('Taille grand.');
    const before = await entries();
    // No file may be longer than 4 KiB, as if the disk became full. The loader's cache would be truncated too.
    const shell = ['-c', 'ulimit -f 8 && exec "$0" "$@"', process.execPath];
    const env = { ...process.env, TMPDIR: await makeFolder(t), TSX_DISABLE_CACHE: '1' };
    const build = [...shell, ...nodeArguments('build/main.ts'), ...args];
    const { exitCode, stdout, stderr } = await runProgram('sh', build, { env });
    t.deepEqual([exitCode, stdout], [1, '']);
    t.regex(stderr, /^cannot write .*: EFBIG.*\n$/);
    t.is(await current(), first);
    t.deepEqual(await verifyRelease(join(out, 'releases', first)), []);
    t.deepEqual(await entries(), before);
    t.is((await deploy()).exitCode, 0);
  },
);

test.serial(
  'a deploy whose reader closes the pipe runs the hook, and ends with 0 and no message',
  async (t) => {
    const { first, args, setNote, current } = await copyDeployed(t);
    const hook = await writeHook(t);
    await setNote('Taille grand.');
    const env = { ...process.env, ...hook.environment };
    const child = spawn(process.execPath, [...deployProgram, ...args], { env });
    child.stdout.destroy();
    const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    t.deepEqual({ stderr, exitCode }, { stderr: '', exitCode: 0 });
    t.not(await current(), first);
    t.is((await hook.run())?.id, await current());
  },
);

test.serial(
  'SIGTERM ends the hook of a deploy, which reports it; a second signal ends the deploy at once',
  async (t) => {
    const { args } = await copyDeployed(t);
    const hook = join(await makeFolder(t), 'hook');
    const ends = [];
    for (const [script, signals] of [
      ['echo hook; exec sleep 1000', ['SIGTERM']],
      [
        "trap 'echo ignored' TERM; echo hook; while kill -0 $PPID; do sleep 0.05; done",
        ['SIGTERM', 'SIGINT'],
      ],
    ] as const) {
      await writeFile(hook, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      const child = spawn(process.execPath, [...deployProgram, ...args], {
        env: { ...process.env, DEPLOY_HOOK: hook },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      t.teardown(() => void child.kill('SIGKILL'));
      const stderr = text(child.stderr);
      const exited = once(child, 'exit');
      const left: NodeJS.Signals[] = [...signals];
      for await (const line of createInterface(child.stdout)) {
        if (line === 'hook' || line === 'ignored') child.kill(left.shift());
      }
      ends.push([...(await exited), await stderr]);
    }
    const [[code, , message], [, signal]] = ends as [unknown[], unknown[]];
    t.is(code, 1);
    t.regex(String(message), / is current, but DEPLOY_HOOK .+ was stopped together with .+\n$/);
    t.is(signal, 'SIGINT');
  },
);
