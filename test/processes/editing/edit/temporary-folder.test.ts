/**
 * Tests the temporary folders in which `npm run edit` checks edits and `npm run import` writes content: a command
 * removes its own folder and those of killed commands, but none that a running command uses.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { inTemporaryFolder } from '../../../../editing/edit/temporary-folder.ts';
import { nodeArguments } from '../../../../infra/local/node-arguments.ts';
import { projectFolder } from '../../../../infra/local/run-build.ts';
import { makeFolder } from '../../../helpers/content.ts';
import { openEdit } from './edit-run.ts';

/**
 * Starts a process that works in a temporary folder below `parent` until it is killed. Resolves to the process and the
 * path of the folder inside the temporary folder in which it works.
 */
async function holdFolder(t: ExecutionContext, parent: string) {
  const args = [...nodeArguments('test/processes/editing/edit/hold-temporary-folder.ts'), parent];
  const child = spawn(process.execPath, args, {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => void child.kill('SIGKILL'));
  const [path] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, path: path.toString() };
}

test.serial(
  'the next edit removes the folder of a killed command, but not the folder of a running one',
  async (t) => {
    const edit = await openEdit(t);
    const parent = dirname(edit.content.path);
    const killed = await holdFolder(t, parent);
    const running = await holdFolder(t, parent);
    const exited = once(killed.child, 'exit');
    killed.child.kill('SIGKILL');
    await exited;
    t.true(existsSync(killed.path));
    const { exitCode, stderr } = await edit.run('rename', 'TEE-1', 'TEE-9');
    t.is(exitCode, 0, stderr);
    t.false(existsSync(dirname(killed.path)));
    t.true(existsSync(running.path));
  },
);

test.serial('a command leaves no temporary folder, whether it returns or throws', async (t) => {
  const parent = await makeFolder(t);
  const paths: string[] = [];
  const work = async (path: string) => {
    await mkdir(path);
    await writeFile(join(path, 'catalogue.json'), '{}');
    return paths.push(path);
  };
  t.is(await inTemporaryFolder(parent, work), 1);
  const failing = inTemporaryFolder(parent, async (path) => {
    await work(path);
    throw new Error('not readable');
  });
  await t.throwsAsync(failing, { message: 'not readable' });
  t.is(new Set(paths).size, 2);
  t.deepEqual(await readdir(parent), []);
});

test.serial(
  'an empty temporary folder without a lock file, as after a kill, is removed; other folders stay',
  async (t) => {
    const parent = await makeFolder(t);
    for (const path of ['.editing-empty', '.editing-filled/content', 'content']) {
      await mkdir(join(parent, path), { recursive: true });
    }
    await inTemporaryFolder(parent, async () => {});
    t.deepEqual((await readdir(parent)).sort(), ['.editing-filled', 'content']);
  },
);
