import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { watch } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import test from 'ava';
import { nodeArguments } from '../../../infra/local/node-arguments.ts';
import { linkedRelease } from '../../../releases/release-store.ts';
import {
  changeOneProduct,
  createEdgesAt,
  type Edges,
  faultsOf,
  pathsBelow,
  servedFiles,
} from '../../helpers/edges.ts';

/** Number of times that a push, and a pull, is killed. */
const wantedKills = 6;

/**
 * Runs a script with arguments as a process and kills it after `milliseconds`. Returns how long it ran, and whether it
 * was killed before its end.
 */
async function runAndKill(
  { environment }: Edges,
  [script, ...args]: readonly [string, ...string[]],
  milliseconds: number,
): Promise<{ readonly tookMs: number; readonly killed: boolean }> {
  const begun = performance.now();
  const child = spawn(process.execPath, [...nodeArguments(script), ...args], {
    env: { ...environment },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
  const [, signal] = await exited;
  clearTimeout(timer);
  return { tookMs: performance.now() - begun, killed: signal === 'SIGKILL' };
}

/**
 * Returns `run`, which runs a command and kills it at a random time, and `kills`, which returns the number of kills.
 */
function createKiller(edges: Edges, command: readonly [string, ...string[]]) {
  let wholeMs: number | undefined;
  let kills = 0;
  return {
    kills: () => kills,
    /**
     * Runs the command. Kills it after 20 to 90 % of the duration of the last run that was not killed; does not kill
     * the first run. Returns a message with the time of the kill.
     */
    async run(): Promise<string> {
      const afterMs = wholeMs === undefined ? 120_000 : wholeMs * (0.2 + 0.7 * Math.random());
      const { tookMs, killed } = await runAndKill(edges, command, afterMs);
      if (killed) kills += 1;
      else wholeMs = tookMs;
      return `${command[0]} killed after ${afterMs} ms`;
    },
  };
}

test.serial(
  'a push and a pull that are killed at any moment leave a complete release, and the next ones continue',
  async (t) => {
    const edges = await createEdgesAt(t, 'pulled');
    const killedPush = createKiller(edges, [
      'releases/remote/push-main.ts',
      edges.remote,
      ...['--out', edges.out],
    ]);
    const killedPull = createKiller(edges, [
      'releases/remote/pull-main.ts',
      edges.remote,
      ...['--out', edges.edge],
    ]);
    let release = edges.release;
    for (
      let attempt = 1;
      Math.min(killedPush.kills(), killedPull.kills()) < wantedKills;
      attempt += 1
    ) {
      release = await changeOneProduct(t, edges, `Taille numéro ${attempt}.`);
      const push = await killedPush.run();
      // The remote refers to one complete release, the new or the previous one. This pull also continues the killed one.
      t.is((await edges.pull()).stderr, '', push);
      t.deepEqual(await faultsOf(edges.edge), []);
      t.is((await edges.push()).stderr, '');

      const pull = await killedPull.run();
      t.deepEqual(await faultsOf(edges.edge), [], pull);
    }
    t.is((await edges.pull()).stderr, '');
    t.is(await linkedRelease(edges.edge, 'current'), release);
    t.deepEqual(await servedFiles(edges.edge), await servedFiles(edges.out));
    const left = await readdir(edges.edge, { recursive: true });
    t.deepEqual(
      left.filter((path) => /(^|\/)\./.test(path)),
      [],
    );
  },
);

test.serial('the next pull uses the files that a killed or stopped pull has fetched', async (t) => {
  const edges = await createEdgesAt(t, 'pushed');
  const staged = join(edges.edge, 'pull');
  await mkdir(staged, { recursive: true });
  const args = [edges.remote, '--out', edges.edge, '--every', '30s'];
  for (const [signal, end] of [
    ['SIGTERM', [0, null]],
    ['SIGKILL', [null, 'SIGKILL']],
  ] as const) {
    const child = spawn(
      process.execPath,
      [...nodeArguments('releases/remote/pull-main.ts'), ...args],
      // With this bandwidth the transfer takes some seconds.
      { env: { ...edges.environment, RCLONE_BWLIMIT: '20k' }, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const errors: string[] = [];
    child.stderr.on('data', (data: Buffer) => errors.push(data.toString()));
    const exited = once(child, 'exit');
    // rclone removes the few files that are incomplete.
    await filesAppear(staged, /^(files|objects)\//, 12);
    child.kill(signal);
    t.deepEqual(await exited, [...end]);
    t.is(errors.join(''), '');
    t.is(await linkedRelease(edges.edge, 'current'), undefined);
    t.true((await pathsBelow(staged)).length > 2, 'what was fetched stays');
  }
  t.is((await edges.pull()).stderr, '');
  t.deepEqual(await servedFiles(edges.edge), await servedFiles(edges.out));
});

/** Resolves once `count` files whose paths match exist in a folder. */
async function filesAppear(folder: string, pattern: RegExp, count: number): Promise<void> {
  const watcher = watch(folder, { recursive: true });
  const seen = new Set<string>();
  try {
    for await (const [, name] of on(watcher, 'change')) {
      if (pattern.test(String(name))) seen.add(String(name));
      if (seen.size >= count) return;
    }
  } finally {
    watcher.close();
  }
}
