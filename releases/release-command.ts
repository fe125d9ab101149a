/** `npm run release`: lists, activates and removes the releases in the output folder. */
import { parseArgs } from 'node:util';
import { whileBuilding } from '../build/output/output-lock.ts';
import { ReleaseError } from '../build/output/release-error.ts';
import { explainFailure, parseWithUsage } from '../console/errors.ts';
import type { Terminal } from '../console/terminal.ts';
import { defaultRedisUrl } from '../contract/redis-url.ts';
import { listReleases, renderReleases } from './list-releases.ts';
import { pruneReleases } from './prune.ts';
import { readPublished } from './publish/redis-releases.ts';
import { activateRelease, findRelease, linkedRelease, releaseFolder } from './release-store.ts';
import { verifyRelease } from './verify-release.ts';

const usage = `Usage: npm run release -- list | activate RELEASE | prune --keep N [--out DIR]

  list               the releases in DIR, newest first, and damage found in them
  activate RELEASE   serve a release that was built before: its id, the beginning
                     of it, or "previous"; run npm run publish for its net prices
  prune --keep N     remove all but the current release, those that are published
                     in Redis, and the newest N others

  --out DIR          the build's output folder (default: dist)

prune asks REDIS_URL (default: ${defaultRedisUrl}) which releases are published.
`;

export type ReleaseCommand =
  | { readonly name: 'help' }
  | { readonly name: 'list'; readonly out: string }
  | { readonly name: 'activate'; readonly out: string; readonly release: string }
  | { readonly name: 'prune'; readonly out: string; readonly keep: number };

/** Runs `npm run release`. Returns 1 if the command failed, with the reason on standard error. */
export async function runRelease(args: string[], terminal: Terminal): Promise<number> {
  try {
    terminal.stdout.write(await run(args, terminal.env['REDIS_URL']));
    return 0;
  } catch (error) {
    terminal.stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
}

/** Parses the arguments; throws an `ExpectedError` whose message ends with the usage. */
export function parseReleaseCommand(args: string[]): ReleaseCommand {
  return parseWithUsage(usage, () => parse(args));
}

function parse(args: string[]): ReleaseCommand {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: 'string', default: 'dist' },
      keep: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return { name: 'help' };
  const { out, keep } = values;
  const [name, release, ...more] = positionals;
  if (more.length > 0 || (name !== 'activate' && release !== undefined)) {
    throw new Error(`unexpected argument "${more[0] ?? release}"`);
  }
  if (name !== 'prune' && keep !== undefined) throw new Error('--keep is an option of prune');
  switch (name) {
    case 'list':
      return { name, out };
    case 'activate':
      if (release === undefined) throw new Error('activate needs a release');
      return { name, out, release };
    case 'prune':
      if (!/^\d{1,6}$/.test(keep ?? '')) throw new Error('prune needs --keep and a whole number');
      return { name, out, keep: Number(keep) };
    case undefined:
      throw new Error('a command is missing: list, activate or prune');
    default:
      throw new Error(`there is no command "${name}"`);
  }
}

/** Runs the command and returns the text to print. */
async function run(args: string[], redisUrl: string | undefined): Promise<string> {
  const command = parseReleaseCommand(args);
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

async function activate(out: string, reference: string): Promise<string> {
  const release = await findRelease(out, reference);
  const before = await whileBuilding(out, async () => {
    await assertUndamaged(out, release);
    const current = await linkedRelease(out, 'current');
    await activateRelease(out, release);
    return current;
  });
  if (before === release) return `release ${release} is already current\n`;
  const replaced = before === undefined ? '' : ` instead of ${before}`;
  return `release ${release} is current${replaced}; run npm run publish for its net prices\n`;
}

async function assertUndamaged(out: string, release: string): Promise<void> {
  const [fault, ...more] = await verifyRelease(releaseFolder(out, release));
  if (fault === undefined) return;
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  throw new ReleaseError(
    `release ${release} is damaged: ${fault}${others}; build its content again`,
  );
}

async function prune(out: string, keep: number, redisUrl: string | undefined): Promise<string> {
  const published = await readPublished(redisUrl);
  const removed = await pruneReleases(out, { keep, published: published ?? new Set() });
  const notAsked =
    'there is no Redis at the default address; all releases are treated as unpublished\n';
  const lines = removed.map((id) => `removed ${id}\n`);
  return `${published ? '' : notAsked}${lines.join('') || 'nothing to remove\n'}`;
}
