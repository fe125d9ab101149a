import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Manifest } from '../../../contract/release.ts';
import { createRebuilder, type Outcome } from '../../../infra/local/rebuild.ts';
import { watchFolder } from '../../../infra/local/watch-folder.ts';
import { makeFolder } from '../../helpers/content.ts';

const built = (release: string): Outcome => ({
  kind: 'built',
  manifest: { release } as unknown as Manifest,
});
const failed = (message: string): Outcome => ({ kind: 'failed', message });
const invalid: Outcome = { kind: 'invalid' };

/**
 * Starts the rebuild loop of `npm run dev` on a folder with one file. The n-th build calls the n-th function of
 * `builds` with the folder. Returns the folder, the rebuilder, all printed lines, and `until`, which waits for a line.
 */
async function start(
  t: ExecutionContext,
  builds: readonly ((content: string) => Outcome | Promise<Outcome>)[],
) {
  const content = join(await makeFolder(t), 'content');
  await mkdir(content);
  await writeFile(join(content, 'a.json'), 'a');
  const controller = new AbortController();
  const lines: string[] = [];
  let wake = () => {};
  const log = (line: string) => {
    lines.push(line);
    wake();
  };
  const watched = watchFolder(content, { stop: controller.signal, printError: log });
  let count = 0;
  const rebuilder = createRebuilder(watched, {
    ...{ content, print: log, printError: log, retryMs: 1 },
    async build() {
      const build = builds[count];
      count += 1;
      if (build === undefined) throw new Error('one build too many');
      return build(content);
    },
    serve: async ({ release }) => log(`served ${release}`),
  });
  const ended = rebuilder.run();
  t.teardown(async () => {
    controller.abort();
    await ended.catch(() => {});
  });
  let passed = 0;
  /** Waits for the next printed line that equals `line`; rejects if the rebuild loop ends before. */
  const until = async (line: string) => {
    for (;;) {
      const at = lines.indexOf(line, passed);
      if (at !== -1) {
        passed = at + 1;
        return;
      }
      const printed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await Promise.race([ended, printed]);
    }
  };
  return { content, lines, until, rebuilder };
}

test.serial(
  'a failed build is retried without a save until it succeeds, and each reason is printed once',
  async (t) => {
    const { lines, until } = await start(t, [
      () => failed('a.json was edited while it was compiled'),
      () => failed('a.json was edited while it was compiled'),
      () => failed('cannot write out'),
      () => built('one'),
    ]);
    await until('serving release one');
    t.deepEqual(lines, [
      'building…',
      'a.json was edited while it was compiled',
      'no release to serve yet; trying again',
      'cannot write out',
      'no release to serve yet; trying again',
      'served one',
      'serving release one',
    ]);
  },
);

test.serial('files saved during a build are built together afterwards', async (t) => {
  const { lines, until } = await start(t, [
    async (folder) => {
      await writeFile(join(folder, 'a.json'), 'second');
      for (const name of 'bcd') await writeFile(join(folder, `${name}.json`), name);
      return built('one');
    },
    () => built('two'),
  ]);
  await until('serving release two');
  t.deepEqual(lines.slice(3), [
    'a.json changed, b.json added, c.json added and 1 more',
    'building…',
    'served two',
    'serving release two',
  ]);
});

test.serial(
  'after errors in the content the next build waits for a save, except if the folder was replaced during the build',
  async (t) => {
    const { content, lines, until } = await start(t, [
      async (folder) => {
        await rename(folder, join(dirname(folder), 'away'));
        await rename(join(dirname(folder), 'away'), folder);
        return invalid;
      },
      () => invalid,
      () => built('one'),
    ]);
    await until('no release to serve yet; fix the faults above');
    await until('no release to serve yet; fix the faults above');
    await writeFile(join(content, 'b.json'), 'b');
    await until('serving release one');
    t.is(lines.filter((line) => line === 'building…').length, 3);
  },
);

test.serial(
  'a damaged output is built again once, and not while the content has errors',
  async (t) => {
    const { content, lines, until, rebuilder } = await start(t, [
      () => built('one'),
      () => built('one'),
      () => invalid,
      () => built('two'),
    ]);
    await until('serving release one');
    rebuilder.repair();
    rebuilder.repair();
    await until('still serving release one; it is the same');
    t.is(lines.filter((line) => line === 'the output folder was changed').length, 1);
    await writeFile(join(content, 'a.json'), 'wrong');
    await until('still serving release one; fix the faults above');
    rebuilder.repair();
    await writeFile(join(content, 'a.json'), 'right');
    await until('serving release two');
    t.is(lines.filter((line) => line === 'the output folder was changed').length, 1);
  },
);
