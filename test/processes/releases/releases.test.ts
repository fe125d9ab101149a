/** `npm run release`: lists, activates and prunes the releases of an output folder. */
import { mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { whileBuilding, whilePruning } from '../../../build/output/locks.ts';
import { ReleaseError } from '../../../build/output/release-error.ts';
import { pruneReleases } from '../../../releases/prune.ts';
import { runRelease } from '../../../releases/release-command.ts';
import { activateRelease, linkedRelease, releaseIds } from '../../../releases/release-store.ts';
import { makeFolder } from '../../helpers/content.ts';
import { runCommand } from '../../helpers/run-command.ts';
import { copyDeployedTwice } from './deployments.ts';

test.serial('list shows what each release contains and its damage', async (t) => {
  const { out, first, second, release } = await copyDeployedTwice(t);
  await rm(join(out, 'releases', first, 'public/openapi.json'));
  const facts = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC +5 products +\d\.\d MB`;
  const { exitCode, stdout } = await release({}, 'list');
  t.is(exitCode, 0);
  const [newest = '', older = '', ...more] = stdout.trimEnd().split('\n');
  t.regex(newest, new RegExp(`^\\* ${second} ${facts}  current$`));
  const damage = String.raw`previous, damaged: public/openapi\.json is missing`;
  t.regex(older, new RegExp(`^  ${first} ${facts}  ${damage}$`));
  t.deepEqual(more, []);
  const empty = await makeFolder(t);
  const none = await runCommand(runRelease, ['list', '--out', empty]);
  t.is(none.stdout, `no release in ${empty} yet; run npm run build\n`);
});

test.serial(
  'activate returns to an earlier release, named by the beginning of its id or as previous',
  async (t) => {
    const { out, first, second, release } = await copyDeployedTwice(t);
    const activate = (name: string) => release({}, 'activate', name);
    const back = await activate(first.slice(0, 6));
    t.is(back.exitCode, 0);
    t.true(
      back.stdout.startsWith(`release ${first} is current instead of ${second}\nit is pinned: `),
    );
    t.is(await linkedRelease(out, 'current'), first);
    t.is(await linkedRelease(out, 'previous'), second);
    t.is((await activate(first)).stdout, `release ${first} is already current\n`);
    t.is(await linkedRelease(out, 'previous'), second);
    t.is((await activate('previous')).exitCode, 0);
    t.is(await linkedRelease(out, 'current'), second);
  },
);

test.serial(
  'an unknown, ambiguous or damaged release, and a folder in place of a link, are refused with one error line',
  async (t) => {
    const { out, first, second, release } = await copyDeployedTwice(t);
    const refuse = async (name: string, reason: RegExp) => {
      const { exitCode, stdout, stderr } = await release({}, 'activate', name);
      t.deepEqual([exitCode, stdout], [1, ''], name);
      t.regex(stderr, reason);
      t.is(await linkedRelease(out, 'current'), second);
    };
    for (const name of ['0123', '', '../current', `${first}1`]) {
      await refuse(
        name,
        /^there is no release ".*" in .+; npm run release -- list shows all .+\n$/,
      );
    }
    for (const id of ['1', '2']) await mkdir(join(out, 'releases', `0000${id.repeat(12)}`));
    await refuse(
      '0000',
      /^"0000" matches several releases: 0000111111111111, 0000222222222222; .+\n$/,
    );
    await rename(join(out, 'previous'), join(out, 'kept'));
    await mkdir(join(out, 'previous'));
    await refuse(first, /^\S+previous is not a symbolic link; move it away, .+\n$/);
    await rm(join(out, 'previous'), { recursive: true });
    await rename(join(out, 'kept'), join(out, 'previous'));
    await writeFile(join(out, 'releases', first, 'public/v1/health.json'), 'x');
    await refuse('previous', /^release \w{16} is damaged: public\/v1\/health\.json has .+\n$/);
    await rm(join(out, 'releases', first), { recursive: true });
    await t.throwsAsync(activateRelease(out, first), {
      instanceOf: ReleaseError,
      message: /was removed by another process; build again$/,
    });
  },
);

test.serial(
  'activate waits until releases are pruned; prune does not wait for a build',
  async (t) => {
    const { out, first, second, release, current } = await copyDeployedTwice(t);
    const { activating } = await whilePruning(out, async () => {
      const ending = release({}, 'activate', first);
      t.is(await Promise.race([ending, setImmediate('waiting')]), 'waiting');
      t.is(await current(), second);
      return { activating: ending };
    });
    t.is((await activating).exitCode, 0);
    t.is(await current(), first);
    const prune = () => release({}, 'prune', '--keep', '0');
    const { exitCode, stderr } = await whileBuilding(out, prune);
    t.is(exitCode, 1);
    t.regex(stderr, /^another process is building, .+; try again when it has ended\n$/);
  },
);

const idOf = (number: number) => `${number}`.repeat(16);

/** Creates an output folder with releases without files, 1111111111111111 to 4444444444444444 by age. */
async function makeOut(t: ExecutionContext, current: number): Promise<string> {
  const out = await makeFolder(t);
  for (const number of [1, 2, 3, 4]) {
    const folder = join(out, 'releases', idOf(number));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'manifest.json'), '{}');
    await utimes(join(folder, 'manifest.json'), number, number);
  }
  await symlink(join('releases', idOf(current)), join(out, 'current'));
  return out;
}

test.serial('prune keeps the newest releases in addition to an old current one', async (t) => {
  const out = await makeOut(t, 1);
  const removed = await pruneReleases(out, { keep: 2 });
  t.deepEqual(removed, [idOf(2)]);
  t.deepEqual(await releaseIds(out), [idOf(1), idOf(3), idOf(4)]);
  const missing = join(out, 'missing');
  t.deepEqual(await pruneReleases(missing, { keep: 0 }), []);
});

test.serial(
  'a prune and an activation at the same time never leave a link to a missing release',
  async (t) => {
    for (let round = 0; round < 12; round += 1) {
      const out = await makeOut(t, 4);
      const prune = () => pruneReleases(out, { keep: 0 });
      const activate = () => whileBuilding(out, () => activateRelease(out, idOf(1)));
      // Each round delays one of the two a little more than the previous round.
      const later = async <Result>(work: () => Promise<Result>) => {
        for (let turn = 0; turn < 3 * round; turn += 1) await setImmediate();
        return work();
      };
      const [pruned, activated] = await Promise.allSettled(
        round % 2 === 0 ? [prune(), later(activate)] : [later(prune), activate()],
      );
      const current = idOf(activated.status === 'fulfilled' ? 1 : 4);
      t.is(await linkedRelease(out, 'current'), current);
      t.true((await releaseIds(out)).includes(current));
      for (const end of [pruned, activated]) {
        if (end.status === 'rejected') t.true(end.reason instanceof ReleaseError, `${end.reason}`);
      }
    }
  },
);
