/** Deploys that are killed at many moments. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { listTempEntries } from '../../../build/output/install.ts';
import { nodeArguments } from '../../../infra/local/node-arguments.ts';
import { readChanges } from '../../../releases/changes/write-changes.ts';
import { runDeploy } from '../../../releases/deploy/command.ts';
import { linkedRelease, releaseFolder } from '../../../releases/release-store.ts';
import { verifyRelease } from '../../../releases/verify-release.ts';
import { copyContent, makeFolder } from '../../helpers/content.ts';
import { runCommand } from '../../helpers/run-command.ts';

/** Number of killed deploys; one for each moment by default. */
const wantedKills = Number(process.env['DEPLOY_KILLS'] ?? 6);

/**
 * When a deploy is killed: some random milliseconds after it has created a temporary entry in a folder of the output
 * folder.
 */
interface Moment {
  readonly folder: string;
  readonly maxMs: number;
}

const moments: readonly Moment[] = [
  { folder: 'releases', maxMs: 100 },
  { folder: '.', maxMs: 3 },
  { folder: 'objects', maxMs: 20 },
  { folder: 'changes', maxMs: 20 },
];

interface Machine {
  readonly out: string;
  readonly args: readonly string[];
}

/** Runs `npm run deploy` and kills it at `moment`. Returns true if it was killed, false if it had ended before. */
async function deployAndKill({ out, args }: Machine, moment: Moment): Promise<boolean> {
  const watched = join(out, moment.folder);
  // The deploy also removes the entries of deploys that were killed before.
  const left = await listTempEntries(watched);
  const program = [...nodeArguments('releases/deploy/main.ts'), ...args];
  const child = spawn(process.execPath, program, { stdio: 'ignore' });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const watcher = watch(watched, (_event, name) => {
    if (!name?.startsWith('.temp-') || left.includes(join(watched, name))) return;
    setTimeout(() => child.kill('SIGKILL'), Math.random() * moment.maxMs);
  });
  const [, signal] = await exited;
  watcher.close();
  return signal === 'SIGKILL';
}

test.serial(
  'a deploy killed at any moment leaves a complete current release with its history, and the next one removes temporary files',
  async (t) => {
    const content = await copyContent(t);
    const out = join(await makeFolder(t), 'dist');
    const args = ['--content', content.path, '--out', out];
    const deploy = () => runCommand(runDeploy, args);
    t.is((await deploy()).exitCode, 0);
    const current = async () => (await linkedRelease(out, 'current')) ?? '';
    const seen = new Set([await current()]);
    let name = 'Stateside Tee';
    let kills = 0;
    for (let attempt = 0; kills < wantedKills && attempt < 2 * wantedKills; attempt += 1) {
      const next = `Tee ${attempt}`;
      await content.replace('products/USA-4.json', name, next);
      name = next;
      await content.replace('prices/net-A3.csv', `7919.${13 + attempt}`, `7919.${14 + attempt}`);
      const moment = moments[attempt % moments.length] as Moment;
      if (await deployAndKill({ out, args }, moment)) kills += 1;
      const release = await current();
      seen.add(release);
      const when = JSON.stringify(moment);
      t.deepEqual(await verifyRelease(releaseFolder(out, release)), [], when);
      t.not(await readChanges(out, release), undefined, when);
    }
    t.is(kills, wantedKills);
    t.log(`${seen.size - 1} of ${kills} had switched the link before`);
    t.like(await deploy(), { exitCode: 0, stderr: '' });
    const release = await current();
    const detail = join(releaseFolder(out, release), 'public/v1/products/USA-4/en-US.json');
    t.true((await readFile(detail, 'utf8')).includes(name));
    t.deepEqual(await verifyRelease(releaseFolder(out, release)), []);
    const entries = (await readChanges(out, release))?.history.entries ?? [];
    for (const each of seen) t.true(entries.some((entry) => entry.release === each));
    const left = (await readdir(out, { recursive: true })).filter((path) => /(^|\/)\./.test(path));
    t.deepEqual(left, []);
  },
);
