/** `npm run deploy -- --keep-dates` with a simulated clock that advances to the end of each wait. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import test, { type ExecutionContext } from 'ava';
import { readManifest } from '../../../../build/output/manifest.ts';
import { noPages } from '../../../../build/output/shared-files.ts';
import { nodeArguments } from '../../../../infra/local/node-arguments.ts';
import { projectFolder } from '../../../../infra/local/run-build.ts';
import { readChanges } from '../../../../releases/changes/write-changes.ts';
import { runDeploy } from '../../../../releases/deploy/command.ts';
import { deploy } from '../../../../releases/deploy/deploy.ts';
import { swapRelease } from '../../../../releases/deploy/swap.ts';
import { linkedRelease, releaseFolder } from '../../../../releases/release-store.ts';
import { baseUrl, type ContentFolder, copyContent, makeFolder } from '../../../helpers/content.ts';
import { runCommand } from '../../../helpers/run-command.ts';

/** What a run of the command printed and deployed, and its folders. */
interface Run {
  readonly content: ContentFolder;
  readonly out: string;
  /** The printed lines that begin with `waiting`, and lines with an error. */
  readonly lines: readonly string[];
  readonly exitCode: number;
  /** The ids of the releases that were current at the waits, in order; a release that stays current is listed once. */
  readonly releases: readonly string[];
}

/**
 * Runs `npm run deploy -- --keep-dates` with a copy of the fixture after `edit`, on a simulated clock that starts at
 * `from`; stops the command when the clock reaches `until` (both ISO 8601). Calls `look` before each wait.
 */
async function keepDates(
  t: ExecutionContext,
  [from, until]: readonly [string, string],
  edit: (content: ContentFolder) => Promise<void>,
  look: (run: Pick<Run, 'content' | 'out'>, nowMs: number) => Promise<void> = async () => {},
): Promise<Run> {
  const content = await copyContent(t);
  await edit(content);
  const out = join(await makeFolder(t), 'dist');
  const stopping = new AbortController();
  const releases: string[] = [];
  let nowMs = Date.parse(from);
  const clock = {
    nowMs: () => nowMs,
    async wait(ms: number) {
      const release = (await linkedRelease(out, 'current')) ?? '';
      if (releases.at(-1) !== release) releases.push(release);
      await look({ content, out }, nowMs);
      nowMs += ms;
      if (nowMs >= Date.parse(until)) stopping.abort();
    },
  };
  const args = ['--content', content.path, '--out', out, '--base-url', baseUrl, '--keep-dates'];
  const controls = {
    clock,
    stop: () => stopping.signal,
    pages: noPages,
    encoding: 'none',
  } as const;
  const { exitCode, stdout, stderr } = await runCommand(
    (all, terminal) => runDeploy(all, terminal, controls),
    args,
  );
  const lines = `${stdout}${stderr}`
    .split('\n')
    .filter((line) => /^waiting|error|manifest/.test(line));
  return { content, out, lines, exitCode, releases };
}

const bagUntil = (day: string) => (content: ContentFolder) =>
  content.replace('products/BAG-5.json', '{', `{ "availableUntil": "${day}",`);

test.serial('a release is deployed when a date falls due, and not before', async (t) => {
  const span = ['2026-12-31T22:00:00Z', '2027-01-01T01:00:00Z'] as const;
  const { exitCode, lines, releases, out } = await keepDates(t, span, bagUntil('2026-12-31'));
  t.is(exitCode, 0);
  t.is(releases.length, 2);
  const waiting = 'waiting: the next date falls due at 2027-01-01T00:00:00.000Z';
  t.deepEqual(lines, [waiting, 'waiting: no date is ahead']);
  const [before = '', after = ''] = releases;
  const hasBag = async (release: string) =>
    'BAG-5' in (await readManifest(releaseFolder(out, release))).products;
  t.true(await hasBag(before));
  t.false(await hasBag(after));
});

test.serial(
  'a deploy at a date uses the exact time of the date, whenever the command was started',
  async (t) => {
    const span = ['2026-12-31T23:57:13Z', '2027-01-01T00:02:00Z'] as const;
    const { out, releases } = await keepDates(t, span, bagUntil('2026-12-31'));
    t.is(releases.length, 2);
    const { history } = (await readChanges(out, releases[1] ?? '')) ?? {};
    const at = new Date(history?.entries.at(-1)?.at ?? 0).toISOString();
    t.is(at, '2027-01-01T00:00:00.000Z');
  },
);

test.serial('an earlier date that another deploy adds is also deployed', async (t) => {
  let hasDeployed = false;
  const span = ['2026-12-29T22:00:00Z', '2026-12-31T01:00:00Z'] as const;
  const { lines, releases } = await keepDates(
    t,
    span,
    (content) => content.replace('products/TEE-1.json', '{', '{ "availableUntil": "2026-12-31",'),
    async ({ content, out }, nowMs) => {
      if (hasDeployed) return;
      hasDeployed = true;
      await bagUntil('2026-12-29')(content);
      const at = new Date(nowMs);
      await deploy({ content: content.path, out, baseUrl, at, nowMs, encoding: 'none' });
    },
  );
  t.is(releases.length, 3);
  t.deepEqual(lines, [
    'waiting: the next date falls due at 2027-01-01T00:00:00.000Z',
    'waiting: the next date falls due at 2026-12-30T00:00:00.000Z',
    'waiting: the next date falls due at 2027-01-01T00:00:00.000Z',
  ]);
});

test.serial(
  'a release that an operator returns to stays current, although its date has passed',
  async (t) => {
    const span = ['2026-12-31T23:58:00Z', '2027-01-01T00:10:00Z'] as const;
    let first: string | undefined;
    let hasSwapped = false;
    const { lines, releases } = await keepDates(
      t,
      span,
      bagUntil('2026-12-31'),
      async ({ out }, nowMs) => {
        const release = (await linkedRelease(out, 'current')) ?? '';
        first ??= release;
        if (release === first || hasSwapped) return;
        // Exactly at the time of the date.
        hasSwapped = true;
        await swapRelease({ out, release: first, nowMs });
      },
    );
    t.is(releases.length, 3);
    t.is(releases[2], releases[0]);
    const line = `waiting for another release: ${first} became current after its date of 2027-01-01T00:00:00.000Z`;
    t.is(lines.at(-1), line);
  },
);

test.serial(
  'a date is deployed even if the time when the release became current is unknown',
  async (t) => {
    const span = ['2026-12-31T23:58:00Z', '2027-01-01T00:02:00Z'] as const;
    const { releases } = await keepDates(t, span, bagUntil('2026-12-31'), ({ out }) =>
      rm(join(out, 'changes'), { recursive: true, force: true }),
    );
    t.is(releases.length, 2);
  },
);

test.serial(
  'a date is deployed even if the release became current while the clock was ahead',
  async (t) => {
    const span = ['2026-12-31T23:58:00Z', '2027-01-01T00:02:00Z'] as const;
    const { releases } = await keepDates(t, span, bagUntil('2026-12-31'), async ({ out }) => {
      const release = (await linkedRelease(out, 'current')) ?? '';
      const at = Date.parse('2027-06-01T00:00:00Z');
      const history = { format: 1, entries: [{ release, at, delta: null }] };
      await writeFile(join(out, 'changes', release, 'history.json'), JSON.stringify(history));
    });
    t.is(releases.length, 2);
  },
);

test.serial('a failed deploy ends the command with 1 and keeps the current release', async (t) => {
  const span = ['2026-12-31T23:00:00Z', '2027-01-01T01:00:00Z'] as const;
  const { exitCode, releases, out } = await keepDates(
    t,
    span,
    bagUntil('2026-12-31'),
    ({ content }) => content.write('brands.json', '{'),
  );
  t.is(exitCode, 1);
  t.is(releases.length, 1);
  t.is(await linkedRelease(out, 'current'), releases[0]);
});

test.serial(
  'if the manifest of the current release is damaged, the command ends with the remedy',
  async (t) => {
    const span = ['2026-12-31T22:00:00Z', '2026-12-31T23:00:00Z'] as const;
    const damage = ({ out }: Pick<Run, 'out'>) =>
      writeFile(join(out, 'current/manifest.json'), '{');
    const { exitCode, lines } = await keepDates(t, span, async () => {}, damage);
    t.is(exitCode, 1);
    t.is(lines.length, 2);
    t.regex(lines[1] ?? '', /current\/manifest\.json cannot be read \(.+\); deploy again$/);
  },
);

test.serial('SIGTERM ends the hook of a deploy, and the deploy reports it', async (t) => {
  const content = await copyContent(t);
  const folder = await makeFolder(t);
  const hook = join(folder, 'hook');
  await writeFile(hook, '#!/bin/sh\necho hook\nexec sleep 1000\n', { mode: 0o755 });
  const args = ['--content', content.path, '--out', join(folder, 'dist'), '--base-url', baseUrl];
  const child = spawn(process.execPath, [...nodeArguments('releases/deploy/main.ts'), ...args], {
    cwd: projectFolder,
    env: { ...process.env, DEPLOY_HOOK: hook },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => void child.kill('SIGKILL'));
  const errors = child.stderr.toArray();
  for await (const line of createInterface(child.stdout)) if (line === 'hook') break;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  t.deepEqual(await exited, [1, null]);
  t.regex(
    (await errors).join(''),
    / is current, but DEPLOY_HOOK .+ was stopped together with .+\n$/,
  );
});

test.serial(
  'a second signal ends the command at once, even if it differs from the first',
  async (t) => {
    const args = nodeArguments('test/processes/releases/deploy/wait-for-signals.ts');
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    const child = spawn(process.execPath, args, { cwd: projectFolder, stdio: [...stdio] });
    t.teardown(() => void child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    for await (const line of createInterface(child.stdout as Readable)) {
      child.kill(line === 'ready' ? 'SIGINT' : 'SIGTERM');
    }
    t.deepEqual(await exited, [null, 'SIGTERM']);
  },
);

test.serial('--at cannot be combined with --keep-dates', async (t) => {
  const { exitCode, stderr } = await runCommand(runDeploy, ['--keep-dates', '--at', '2026-12-01']);
  t.is(exitCode, 1);
  t.is(stderr, '--keep-dates deploys at the present moment; leave out --at and --dry-run\n');
});
