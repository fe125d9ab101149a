/** `npm run deploy -- --keep-dates` with a simulated clock that advances to the end of each wait. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readManifest } from '../../../build/output/manifest.ts';
import { noPages } from '../../../build/output/shared-files.ts';
import { readChanges } from '../../../releases/changes/write-changes.ts';
import { runDeploy } from '../../../releases/deploy/command.ts';
import { deploy } from '../../../releases/deploy/deploy.ts';
import { swapRelease } from '../../../releases/deploy/swap.ts';
import { linkedRelease, releaseFolder } from '../../../releases/release-store.ts';
import { baseUrl, type ContentFolder, copyContent, makeFolder } from '../../helpers/content.ts';
import { runCommand } from '../../helpers/run-command.ts';

/** The folders of a run, and its clock in milliseconds. */
interface Moment {
  readonly content: ContentFolder;
  readonly out: string;
  readonly nowMs: number;
}

/**
 * Runs `npm run deploy -- --keep-dates` with a copy of the fixture in which BAG-5 ends on 2026-12-31, from and until a
 * time (ISO 8601). Calls `look` before each wait. Returns the exit code, the printed lines that begin with `waiting` or
 * state an error, and the ids of the releases that were current at the waits, without repetitions.
 */
async function keepDates(
  t: ExecutionContext,
  [from, until]: readonly [string, string],
  look: (moment: Moment) => Promise<void> = async () => {},
) {
  const content = await copyContent(t);
  await content.replace('products/BAG-5.json', '{', '{ "availableUntil": "2026-12-31",');
  const out = join(await makeFolder(t), 'dist');
  const stopping = new AbortController();
  const releases: string[] = [];
  let nowMs = Date.parse(from);
  const clock = {
    nowMs: () => nowMs,
    async wait(ms: number) {
      const release = (await linkedRelease(out, 'current')) ?? '';
      if (releases.at(-1) !== release) releases.push(release);
      await look({ content, out, nowMs });
      nowMs += ms;
      if (nowMs >= Date.parse(until)) stopping.abort();
    },
  };
  const args = ['--content', content.path, '--out', out, '--base-url', baseUrl, '--keep-dates'];
  const stop = () => stopping.signal;
  const controls = { clock, stop, pages: noPages, encoding: 'none' } as const;
  const { exitCode, stdout, stderr } = await runCommand(
    (all, terminal) => runDeploy(all, terminal, controls),
    args,
  );
  const lines = `${stdout}${stderr}`.split('\n');
  return {
    ...{ out, exitCode, releases },
    lines: lines.filter((line) => /^waiting|error|manifest/.test(line)),
  };
}

const waiting = 'waiting: the next date falls due at';

test.serial(
  'a release is deployed when a date falls due, and not before, with the exact time of the date',
  async (t) => {
    const span = ['2026-12-31T22:57:13Z', '2027-01-01T01:00:00Z'] as const;
    const { exitCode, lines, releases, out } = await keepDates(t, span);
    t.is(exitCode, 0);
    t.deepEqual(lines, [`${waiting} 2027-01-01T00:00:00.000Z`, 'waiting: no date is ahead']);
    const products = releases.map(async (release) => {
      return Object.keys((await readManifest(releaseFolder(out, release))).products);
    });
    const [before, after] = await Promise.all(products);
    t.deepEqual([before?.includes('BAG-5'), after?.includes('BAG-5')], [true, false]);
    const { history } = (await readChanges(out, releases[1] ?? '')) ?? {};
    t.is(history?.entries.at(-1)?.at, Date.parse('2027-01-01T00:00:00Z'));
  },
);

test.serial('an earlier date that another deploy adds is also deployed', async (t) => {
  let hasDeployed = false;
  const span = ['2026-12-29T22:00:00Z', '2027-01-01T01:00:00Z'] as const;
  const { lines, releases } = await keepDates(t, span, async ({ content, out, nowMs }) => {
    if (hasDeployed) return;
    hasDeployed = true;
    await content.replace('products/JER-3.json', '{', '{ "availableUntil": "2026-12-29",');
    const options = { content: content.path, out, baseUrl, encoding: 'none' } as const;
    await deploy({ ...options, at: new Date(nowMs), nowMs, accept: ['removed-products'] });
  });
  t.is(releases.length, 4);
  t.deepEqual(lines, [
    `${waiting} 2027-01-01T00:00:00.000Z`,
    `${waiting} 2026-12-30T00:00:00.000Z`,
    `${waiting} 2027-01-01T00:00:00.000Z`,
    'waiting: no date is ahead',
  ]);
});

test.serial(
  'a release that an operator returns to stays current, although its date has passed',
  async (t) => {
    const span = ['2026-12-31T23:58:00Z', '2027-01-01T00:10:00Z'] as const;
    let [first, hasSwapped] = ['', false];
    const { lines, releases } = await keepDates(t, span, async ({ out, nowMs }) => {
      const release = (await linkedRelease(out, 'current')) ?? '';
      first ||= release;
      if (release === first || hasSwapped) return;
      // Exactly at the time of the date.
      hasSwapped = true;
      await swapRelease({ out, release: first, nowMs });
    });
    t.is(releases.length, 3);
    t.is(releases[2], releases[0]);
    const line = `waiting for another release: ${first} became current after its date of 2027-01-01T00:00:00.000Z`;
    t.is(lines.at(-1), line);
  },
);

test.serial(
  'a date is deployed even if the time when the release became current is unknown, or was ahead of the clock',
  async (t) => {
    const span = ['2026-12-31T23:58:00Z', '2027-01-01T00:02:00Z'] as const;
    const unknown = await keepDates(t, span, ({ out }) =>
      rm(join(out, 'changes'), { recursive: true, force: true }),
    );
    t.is(unknown.releases.length, 2);
    const ahead = await keepDates(t, span, async ({ out }) => {
      const release = (await linkedRelease(out, 'current')) ?? '';
      const at = Date.parse('2027-06-01T00:00:00Z');
      const history = { format: 1, entries: [{ release, at, delta: null }] };
      await writeFile(join(out, 'changes', release, 'history.json'), JSON.stringify(history));
    });
    t.is(ahead.releases.length, 2);
  },
);

test.serial(
  'a failed deploy or a damaged manifest ends the command with 1, and the current release stays',
  async (t) => {
    const span = ['2026-12-31T23:00:00Z', '2027-01-01T01:00:00Z'] as const;
    const failed = await keepDates(t, span, ({ content }) => content.write('brands.json', '{'));
    t.is(failed.exitCode, 1);
    t.deepEqual(failed.releases, [await linkedRelease(failed.out, 'current')]);
    const damaged = await keepDates(t, span, ({ out }) =>
      writeFile(join(out, 'current/manifest.json'), '{'),
    );
    t.is(damaged.exitCode, 1);
    t.regex(damaged.lines[1] ?? '', /current\/manifest\.json cannot be read \(.+\); deploy again$/);
    const { stderr } = await runCommand(runDeploy, ['--keep-dates', '--at', '2026-12-01']);
    t.is(stderr, '--keep-dates deploys at the present moment; leave out --at and --dry-run\n');
  },
);
