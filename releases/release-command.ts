/**
 * `npm run release`: lists, activates and removes the releases in the output folder, and creates the keys that sign
 * and verify pushed releases.
 */
import { parseArgs } from 'node:util';
import { whileBuilding } from '../build/output/locks.ts';
import { ReleaseError } from '../build/output/release-error.ts';
import { explainFailure, parseWithUsage } from '../console/errors.ts';
import { assertFolder } from '../console/folders.ts';
import type { Terminal } from '../console/terminal.ts';
import { followSwitch, readFollowers } from './after-switch.ts';
import { datedReleases, renderReleases } from './list-releases.ts';
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
type ReleaseCommand =
  | { readonly name: 'help' | 'keygen' }
  | { readonly name: 'list'; readonly out: string }
  | { readonly name: 'activate'; readonly out: string; readonly release: string }
  | { readonly name: 'prune'; readonly out: string; readonly keep: number };

/**
 * Runs `npm run release`. Returns the exit code: 0, or 1 with the reason on standard error. `stop` returns the signal
 * that ends the hook and the push of `activate`; it is called only if one of them is run.
 */
export async function runRelease(
  args: string[],
  terminal: Terminal,
  stop: () => AbortSignal = () => new AbortController().signal,
): Promise<number> {
  const { env, stdout, stderr } = terminal;
  try {
    const command = parseWithUsage(usage, () => parse(args));
    if ('out' in command) assertFolder('--out', command.out);
    switch (command.name) {
      case 'help':
        stdout.write(usage);
        return 0;
      case 'list':
        stdout.write(await renderReleases(command.out));
        return 0;
      case 'activate':
        return await activate(command, terminal, stop);
      case 'prune': {
        const removed = await pruneReleases(command.out, command);
        stdout.write(removed.map((id) => `removed ${id}\n`).join('') || 'nothing to remove\n');
        return 0;
      }
      case 'keygen': {
        const { privatePath, publicPath } = await generateKeys(env);
        stdout.write(
          `wrote ${privatePath}, which signs: keep it secret, on the machine that runs npm run push\nwrote ${publicPath}, which verifies: copy it to every edge\n`,
        );
        return 0;
      }
    }
  } catch (error) {
    stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
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

async function activate(
  { out, release: reference }: ReleaseCommand & { name: 'activate' },
  terminal: Terminal,
  stop: () => AbortSignal,
): Promise<number> {
  const { env, stdout } = terminal;
  const followers = readFollowers(env, terminal);
  const release = await findRelease(out, reference);
  const { before, pin } = await whileBuilding(out, async () => {
    await assertUndamaged(out, release);
    const change = await findPin(out, release, env);
    return { ...(await swapRelease({ out, release, nowMs: Date.now(), ...change })), ...change };
  });
  const replaced = before === undefined ? '' : ` instead of ${before}`;
  const note = pin
    ? 'it is pinned: deploys and dates leave it until you deploy with --unpin\n'
    : '';
  stdout.write(
    before === release
      ? `release ${release} is already current\n`
      : `release ${release} is current${replaced}\n${note}`,
  );
  return followSwitch({ before, out, release }, followers, stop);
}

/** An older release gets a pin, the newest one removes it, and the current one keeps the one that it has. */
async function findPin(out: string, release: string, env: Terminal['env']): Promise<PinChange> {
  if (release === (await datedReleases(out))[0]?.id) return { unpins: true };
  if (release === (await linkedRelease(out, 'current'))) return { pin: await readPin(out) };
  return { pin: createPin(release, env, Date.now()) };
}

async function assertUndamaged(out: string, release: string): Promise<void> {
  const [fault, ...more] = await verifyRelease(releaseFolder(out, release));
  if (fault === undefined) return;
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  throw new ReleaseError(
    `release ${release} is damaged: ${fault}${others}; the next deploy of its content, or pull on an edge, writes the damaged files again`,
  );
}
