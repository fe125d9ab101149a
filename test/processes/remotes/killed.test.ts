/** Pushes and pulls that are killed while they transfer files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import test from 'ava';
import { nodeArguments } from '../../../infra/local/node-arguments.ts';
import { linkedRelease } from '../../../releases/release-store.ts';
import {
  changeOneProduct,
  createEdgesAt,
  type Edges,
  faultsOf,
  servedFiles,
} from '../../helpers/edges.ts';

/** Number of killed commands, half of them pushes and half of them pulls. */
const wantedKills = Number(process.env['REMOTE_KILLS'] ?? 2);

/**
 * Runs a script and kills it when it has changed `count` files in a folder. Returns true if it was killed, false if it
 * had ended before.
 */
async function runAndKill(
  { environment }: Edges,
  [script, ...args]: readonly [string, ...string[]],
  [folder, count]: readonly [string, number],
): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  const child = spawn(process.execPath, [...nodeArguments(script), ...args], {
    env: { ...environment },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const changed = new Set<string | null>();
  const watcher = watch(folder, { recursive: true }, (_event, path) => {
    if (changed.add(path).size >= count) child.kill('SIGKILL');
  });
  const [, signal] = await exited;
  watcher.close();
  return signal === 'SIGKILL';
}

test.serial(
  'a push and a pull that are killed at any moment leave a complete release, and the next ones continue',
  async (t) => {
    const edges = await createEdgesAt(t, 'pulled');
    const { remote, out, edge } = edges;
    const push = ['releases/remote/push-main.ts', remote, '--out', out] as const;
    const pull = ['releases/remote/pull-main.ts', remote, '--out', edge] as const;
    let release = edges.release;
    let kills = 0;
    // A command may end before it is killed, above all on a busy machine.
    for (let attempt = 1; kills < wantedKills && attempt <= 5 * wantedKills; attempt += 1) {
      release = await changeOneProduct(t, edges, `Taille numéro ${attempt}.`);
      const moment = 1 + Math.floor(Math.random() * 25);
      if (await runAndKill(edges, push, [remote, moment])) kills += 1;
      // The remote refers to one complete release, the new or the previous one.
      t.is((await edges.pull()).stderr, '', `push killed at file ${moment}`);
      t.deepEqual(await faultsOf(edge), []);
      t.is((await edges.push()).stderr, '');
      if (await runAndKill(edges, pull, [edge, moment])) kills += 1;
      t.deepEqual(await faultsOf(edge), [], `pull killed at file ${moment}`);
    }
    t.true(kills >= wantedKills, `${kills} kills`);
    t.is((await edges.pull()).stderr, '');
    t.is(await linkedRelease(edge, 'current'), release);
    t.deepEqual(await servedFiles(edge), await servedFiles(out));
    const left = (await readdir(edge, { recursive: true })).filter((path) => /(^|\/)\./.test(path));
    t.deepEqual(left, []);
  },
);
