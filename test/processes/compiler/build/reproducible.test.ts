import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { runBuild } from '../../../../build/command.ts';
import { nodeArguments } from '../../../../infra/local/node-arguments.ts';
import { fixtureContent, makeFolder } from '../../../helpers/content.ts';
import { currentFiles, filesBelow } from '../../../helpers/released-files.ts';
import { runCommand } from '../../../helpers/run-command.ts';

const run = promisify(execFile);

test.serial('the release depends on no folder, time zone, locale or umask', async (t) => {
  const folder = await makeFolder(t);
  const out = join(folder, 'one/dist');
  const { exitCode } = await runCommand(runBuild, ['--content', fixtureContent, '--out', out]);
  t.is(exitCode, 0);
  // Writes the same files in reverse order, so that a folder lists them in another order where the file system allows
  // it.
  const files = [...(await filesBelow(fixtureContent))].reverse();
  for (const [path, { bytes }] of files) {
    await mkdir(dirname(join(folder, 'other', path)), { recursive: true });
    await writeFile(join(folder, 'other', path), bytes);
  }
  const program = [process.execPath, ...nodeArguments('build/main.ts')];
  const args = [...program, '--content', 'other', '--out', 'deep/er/dist'];
  const environment = { TZ: 'Pacific/Apia', LC_ALL: 'tr_TR.UTF-8', LANG: 'sv_SE.UTF-8' };
  await run('sh', ['-c', 'umask 077 && exec "$0" "$@"', ...args], {
    cwd: folder,
    env: { ...process.env, ...environment },
  });
  const here = await currentFiles(out);
  t.true(here.length > 100);
  t.deepEqual(await currentFiles(join(folder, 'deep/er/dist')), here);
  t.deepEqual(
    await readdir(join(folder, 'deep/er/dist/releases')),
    await readdir(join(out, 'releases')),
  );
});
