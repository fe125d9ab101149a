/** The rebuild loop of `npm run dev`, with builds whose outcome and edits a test chooses. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Manifest } from '../../../contract/release.ts';
import { createRebuilder, type Outcome } from '../../../infra/local/rebuild.ts';
import { watchFolder } from '../../../infra/local/watch-folder.ts';
import { makeFolder } from '../../helpers/content.ts';

const built = (release: string): Outcome => ({ kind: 'built', manifest: { release } as Manifest });
const failed = (message: string): Outcome => ({ kind: 'failed', message });
const invalid: Outcome = { kind: 'invalid' };

/**
 * Starts the loop on a folder with one file. The n-th build calls the n-th function of `builds` with the folder.
 * Returns the folder, the rebuilder, all printed lines, and `until`, which waits for a line.
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
  const left = [...builds];
  const watched = watchFolder(content, { stop: controller.signal, printError: log });
  const rebuilder = createRebuilder(watched, {
    ...{ content, print: log, printError: log, retryMs: 1 },
    async build() {
      const build = left.shift();
      if (build === undefined) throw new Error('one build too many');
      return build(content);
    },
    serve: async () => {},
  });
  const ended = rebuilder.run();
  t.teardown(async () => {
    controller.abort();
    await ended.catch(() => {});
  });
  let passed = 0;
  /** Waits for the next printed line that equals `line`; rejects if the loop ends before. */
  const until = async (line: string) => {
    while (lines.indexOf(line, passed) === -1) {
      const printed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await Promise.race([ended, printed]);
    }
    passed = lines.indexOf(line, passed) + 1;
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
  t.is(lines[2], 'a.json changed, b.json added, c.json added and 1 more');
});

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
    await writeFile(join(content, 'a.json'), 'wrong');
    await until('still serving release one; fix the faults above');
    rebuilder.repair();
    await writeFile(join(content, 'a.json'), 'right');
    await until('serving release two');
    t.is(lines.filter((line) => line === 'a released file is missing; building again').length, 1);
  },
);
