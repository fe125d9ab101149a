/** `npm run release`: lists, activates and removes the releases in the output folder. */

import { ReleaseError } from '../build/output/release-error.ts';
import { whileBuilding } from '../build/output/while-at-work.ts';
import type { Terminal } from '../console/terminal.ts';
import { activateRelease } from './activate.ts';
import { listReleases, renderReleases } from './list.ts';
import { readCommand, usage } from './options.ts';
import { pruneReleases } from './prune.ts';
import { readPublished } from './published.ts';
import { findRelease, linkedRelease, releaseFolder } from './standing.ts';
import { verifyRelease } from './verify-release.ts';

/** Runs `npm run release`; 1 when the command failed, with the reason on standard error. */
export async function runRelease(args: string[], terminal: Terminal): Promise<number> {
  try {
    terminal.stdout.write(await run(args, terminal.env['REDIS_URL']));
    return 0;
  } catch (error) {
    terminal.stderr.write(`${(error as Error).message}
`);
    return 1;
  }
}

/** Runs the command and returns what it prints. */
async function run(args: string[], redisUrl: string | undefined): Promise<string> {
  const command = readCommand(args);
  switch (command.name) {
    case 'help':
      return usage;
    case 'list':
      return renderReleases(await listReleases(command.out), command.out);
    case 'activate':
      return activate(command.out, command.release);
    case 'prune':
      return prune(command.out, command.keep, redisUrl);
  }
}

/** Says what was activated instead of what. */
async function activate(out: string, reference: string): Promise<string> {
  const release = await findRelease(out, reference);
  const before = await whileBuilding(out, () => activateWhole(out, release));
  if (before === release) return `release ${release} is current already\n`;
  const instead = before === undefined ? '' : ` instead of ${before}`;
  return `release ${release} is current${instead}; run npm run publish for its net prices\n`;
}

/** Gives the release that was current before. */
async function activateWhole(out: string, release: string): Promise<string | undefined> {
  const [fault, ...more] = await verifyRelease(releaseFolder(out, release));
  if (fault !== undefined) {
    const others = more.length > 0 ? ` and ${more.length} more` : '';
    throw new ReleaseError(
      `release ${release} is damaged: ${fault}${others}; build its content again`,
    );
  }
  const before = await linkedRelease(out, 'current');
  await activateRelease(out, release);
  return before;
}

async function prune(out: string, keep: number, redisUrl: string | undefined): Promise<string> {
  const published = await readPublished(redisUrl);
  const removed = await pruneReleases(out, { keep, published: published ?? new Set() });
  const unasked =
    'no server answers at the default address of Redis: what is published is not known\n';
  const lines = removed.map((id) => `removed ${id}\n`);
  return `${published ? '' : unasked}${lines.join('') || 'nothing to remove\n'}`;
}
