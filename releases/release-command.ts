/**
 * `npm run release`: lists, activates and removes the releases in the output folder, and creates the keys that sign
 * and verify pushed releases.
 */
import { parseArgs } from 'node:util';
import { whileBuilding } from '../build/output/output-lock.ts';
import { ReleaseError } from '../build/output/release-error.ts';
import { explainFailure, parseWithUsage } from '../console/errors.ts';
import { assertFolder } from '../console/folders.ts';
import type { Terminal } from '../console/terminal.ts';
import { followSwitch, readFollowers } from './after-switch.ts';
import { listReleases, newestRelease, renderReleases } from './list-releases.ts';
import { createPin, readPin } from './pin.ts';
import { pruneReleases } from './prune.ts';
import { findRelease, linkedRelease, releaseFolder } from './release-store.ts';
import { generateKeys } from './remote/keys.ts';
import { type PinChange, swapRelease } from './swap.ts';
import { verifyRelease } from './verify-release.ts';

const usage = `Usage: npm run release -- list | activate RELEASE | prune --keep N [--out DIR]
       npm run release -- keygen

  list               list the releases in DIR, newest first, and which are damaged
  activate RELEASE   make a release current: its id, the beginning of its id, or
                     "previous". A release that is not the newest is pinned: it stays
                     until you activate the newest or deploy with --unpin
  prune --keep N     remove all releases except the current and the previous one and the
                     newest N others
  keygen             write a new pair of keys to the files that RELEASE_KEY and
                     RELEASE_PUBLIC_KEY name: push signs with the first, pull
                     verifies with the second

  --out DIR          the build's output folder (default: dist)

After the release has become current, activate runs the executable of DEPLOY_HOOK, as
npm run deploy does.
`;

/** The parsed arguments of `npm run release`: a command with its options. */
export type ReleaseCommand =
  | { readonly name: 'help' | 'keygen' }
  | { readonly name: 'list'; readonly out: string }
  | { readonly name: 'activate'; readonly out: string; readonly release: string }
  | {
      readonly name: 'prune';
      readonly out: string;
      /** Number of releases to keep besides those that are always kept (see `PruneOptions`). */
      readonly keep: number;
    };

/** Lists, activates or removes releases or creates keys, as the arguments of `npm run release` say. */
export async function runRelease(
  args: string[],
  terminal: Terminal,
  stop: () => AbortSignal = () => new AbortController().signal,
): Promise<number> {
  try {
    return await run(args, terminal, stop);
  } catch (error) {
    terminal.stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
}

/**
 * Parses the arguments of `npm run release`; `--help` becomes the command `help`. Throws an `ExpectedError` for invalid
 * arguments; its message is the reason and the usage.
 */
export function parseReleaseCommand(args: string[]): ReleaseCommand {
  return parseWithUsage(usage, () => parse(args));
}

function parse(args: string[]): ReleaseCommand {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      keep: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return { name: 'help' };
  const { out = 'dist', keep } = values;
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
    case 'keygen':
      if (values.out === undefined) return { name };
      throw new Error('--out is no option of keygen: variables name its files');
    case undefined:
      throw new Error('a command is missing: list, activate, prune or keygen');
    default:
      throw new Error(`there is no command "${name}"`);
  }
}

/** Runs the command that `args` name and returns the exit code; throws the error if it fails. */
async function run(args: string[], terminal: Terminal, stop: () => AbortSignal): Promise<number> {
  const { env, stdout } = terminal;
  const command = parseReleaseCommand(args);
  if ('out' in command) assertFolder('--out', command.out);
  if (command.name === 'activate') return activateOne(command, terminal, stop);
  const print = async () => {
    switch (command.name) {
      case 'help':
        return usage;
      case 'list':
        return renderReleases(await listReleases(command.out), command.out);
      case 'prune':
        return prune(command);
      case 'keygen':
        return keygen(env);
    }
  };
  stdout.write(await print());
  return 0;
}

async function activateOne(
  { out, release: reference }: ReleaseCommand & { name: 'activate' },
  terminal: Terminal,
  stop: () => AbortSignal,
): Promise<number> {
  const { env } = terminal;
  const followers = readFollowers(env, terminal);
  const release = await findRelease(out, reference);
  const activation = await whileBuilding(out, async () => {
    await assertUndamaged(out, release);
    const pin = await findPin(out, release, env);
    return { ...(await swapRelease({ out, release, nowMs: Date.now(), ...pin })), ...pin };
  });
  const { before, pin } = activation;
  terminal.stdout.write(describeActivation(release, before, pin));
  return followSwitch({ before, out, release }, followers, stop);
}

function describeActivation(
  release: string,
  before: string | undefined,
  pin: PinChange['pin'],
): string {
  if (before === release) return `release ${release} is already current\n`;
  const replaced = before === undefined ? '' : ` instead of ${before}`;
  const note = pin
    ? 'it is pinned: deploys and dates leave it until you deploy with --unpin\n'
    : '';
  return `release ${release} is current${replaced}\n${note}`;
}

/** Returns what an activation does to the pin: an older release gets one, and the newest release removes it. */
async function findPin(
  out: string,
  release: string,
  environment: Terminal['env'],
): Promise<PinChange> {
  if (release === (await newestRelease(out))) return { unpins: true };
  const pinned = await readPin(out);
  const isCurrent = release === (await linkedRelease(out, 'current'));
  if (isCurrent) return pinned ? { pin: pinned } : {};
  return { pin: createPin(release, environment, Date.now()) };
}

async function assertUndamaged(out: string, release: string): Promise<void> {
  const [fault, ...more] = await verifyRelease(releaseFolder(out, release));
  if (fault === undefined) return;
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  throw new ReleaseError(
    `release ${release} is damaged: ${fault}${others}; the next deploy of its content, or pull on an edge, writes the damaged files again`,
  );
}

async function prune({ out, keep }: ReleaseCommand & { name: 'prune' }): Promise<string> {
  const removed = await pruneReleases(out, { keep });
  return removed.map((id) => `removed ${id}\n`).join('') || 'nothing to remove\n';
}

async function keygen(environment: Terminal['env']): Promise<string> {
  const { privatePath, publicPath } = await generateKeys(environment);
  return `wrote ${privatePath}, which signs: keep it secret, on the machine that runs npm run push\nwrote ${publicPath}, which verifies: copy it to every edge\n`;
}
