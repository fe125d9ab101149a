/** `npm run deploy` as a process whose output cannot be written. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { nodeArguments } from '../../../../infra/local/node-arguments.ts';
import { projectFolder } from '../../../../infra/local/run-build.ts';
import { linkedRelease } from '../../../../releases/release-store.ts';
import { copyContent } from '../../../helpers/content.ts';
import { copyBuiltFixture } from '../../../helpers/released-files.ts';
import { runProgram } from '../../../helpers/run-process.ts';
import { writeHook } from '../../../helpers/write-hook.ts';

const deployProgram = nodeArguments('releases/deploy/main.ts');

test.serial(
  'a deploy whose reader closes the pipe runs the hook, and ends with 0 and no message',
  async (t) => {
    const content = await copyContent(t);
    const { out, manifest } = await copyBuiltFixture(t);
    const hook = await writeHook(t);
    await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    const args = [...deployProgram, '--content', content.path, '--out', out];
    const env = { ...process.env, ...hook.environment };
    const child = spawn(process.execPath, args, { cwd: projectFolder, env });
    child.stdout.destroy();
    const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    t.deepEqual({ stderr, exitCode }, { stderr: '', exitCode: 0 });
    const current = await linkedRelease(out, 'current');
    t.not(current, manifest.release);
    t.is((await hook.run())?.id, current);
  },
);

test.serial(
  'output that cannot be written for another reason is reported once, and the exit code is 1',
  async (t) => {
    const shell = ['-c', 'exec "$0" "$@" >/dev/full', process.execPath];
    const { stderr, exitCode } = await runProgram('sh', [...shell, ...deployProgram, '--help']);
    t.regex(stderr, /^the output cannot be written: ENOSPC[^\n]+\n$/);
    t.is(exitCode, 1);
  },
);
