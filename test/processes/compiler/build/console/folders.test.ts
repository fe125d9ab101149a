import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { copyContent, makeFolder } from '../../../../helpers/content.ts';
import {
  buildWithoutPages,
  deployWithoutPages,
  runCommand,
} from '../../../../helpers/run-command.ts';

/**
 * Asserts that a build and a deploy of `content` into `out` exit with code 1, print only `line`, and print it to
 * standard error.
 */
async function assertRefused(
  t: ExecutionContext,
  { content, out }: Readonly<Record<'content' | 'out', string>>,
  line: string,
): Promise<void> {
  for (const command of [buildWithoutPages, deployWithoutPages]) {
    const end = await runCommand(command, ['--content', content, '--out', out]);
    t.deepEqual(end, { exitCode: 1, stdout: '', stderr: `${line}\n` });
  }
}

test.serial(
  'an output folder within the content folder is refused, and nothing is written',
  async (t) => {
    const { path: content } = await copyContent(t);
    const before = await readdir(content);
    const folder = await makeFolder(t);
    const link = join(folder, 'link');
    await symlink(content, link);
    const within = (out: string, inside: string) =>
      `the output folder ${out} is within the content folder ${inside}, so the next build would read it as content; give --out a folder elsewhere`;
    for (const [out, inside] of [
      [join(content, 'dist'), content],
      [join(content, 'new', 'dist'), content],
      [join(content, '..dist'), content],
      [content, content],
      [join(link, 'dist'), content],
      [join(content, 'dist'), link],
    ] as const) {
      await assertRefused(t, { content: inside, out }, within(out, inside));
    }
    t.deepEqual(await readdir(content), before);
  },
);

test.serial('an output folder beside or above the content folder is accepted', async (t) => {
  const { path: content } = await copyContent(t);
  for (const out of [`${content}-dist`, join(content, '..')]) {
    for (const build of ['first', 'second']) {
      const { exitCode } = await runCommand(buildWithoutPages, [
        '--content',
        content,
        '--out',
        out,
      ]);
      t.is(exitCode, 0, `${build} build into ${out}`);
    }
  }
});

test.serial('an empty name of the content folder is refused', async (t) => {
  const out = await makeFolder(t);
  await assertRefused(t, { content: '', out }, '--content is empty; give it a folder');
  t.deepEqual(await readdir(out), []);
});
