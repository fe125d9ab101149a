/** `npm run push`, and the push after each change of the current release. */
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { ExpectedError, explainFailure, parseWithUsage } from '../../console/errors.ts';
import { assertFolder } from '../../console/folders.ts';
import { readSecretFiles } from '../../console/secret-files.ts';
import type { Terminal } from '../../console/terminal.ts';
import { whileMeasuring } from '../command-metrics.ts';
import { linkedRelease } from '../release-store.ts';
import { readPrivateKey } from './keys.ts';
import { type PushOptions, type PushResult, push } from './push.ts';
import { isPushDue } from './push-state.ts';
import { assertOutside } from './rclone-failure.ts';

const usage = `Usage: npm run push -- [REMOTE] [--out DIR] [--keep N] [--repair] [--take-over]
                     [--with-net-prices]

Uploads the public files of DIR/current to REMOTE, a remote of rclone such as
s3:bucket/catalogue or a folder (default: PUSH_REMOTE), then a signed pointer that tells
edges which release to serve. With PUSH_REMOTE, deploys and activations push by themselves.

  --out DIR          the build's output folder (default: dist)
  --keep N           number of releases to keep on REMOTE (default: 5); what was pushed
                     within a day is kept, too
  --repair           compares the bytes of all files with their hashes, and uploads every
                     file again, including those that REMOTE has
  --take-over        pushes to a remote that another machine has pushed to
  --with-net-prices  uploads net prices, too: only to the remote that TRUSTED_REMOTE names

RELEASE_KEY     the file of the private signing key; npm run release -- keygen creates one
TRUSTED_REMOTE  a remote that may have net prices, such as one of rclone's type crypt
MACHINE_NAME    name of this machine in the pointer (default: its host name)

Examples:
  npm run push -- s3:catalogue
  npm run push -- /mnt/catalogue --keep 10
`;

/** The parsed arguments of `npm run push`. */
type PushCommand = Pick<
  PushOptions,
  'remote' | 'out' | 'keep' | 'isRepair' | 'takesOver' | 'withNetPrices'
>;

const defaultKeep = 5;

/** Runs `npm run push`. Returns the exit code: 0 if the remote points to the current release now. */
export async function runPush(
  args: string[],
  terminal: Terminal,
  stop: AbortSignal = new AbortController().signal,
): Promise<number> {
  try {
    const settings = readSecretFiles(terminal.env);
    const command = parsePushCommand(args, settings);
    if (command === undefined) {
      terminal.stdout.write(usage);
      return 0;
    }
    assertFolder('--out', command.out);
    assertOutside(command.out, command.remote);
    return await pushMeasured(command, settings, terminal, stop);
  } catch (error) {
    terminal.stderr.write(`not pushed: ${explainFailure(error)}\n`);
    return 1;
  }
}

function parsePushCommand(args: string[], settings: Terminal['env']): PushCommand | undefined {
  return parseWithUsage(usage, () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        out: { type: 'string', default: 'dist' },
        keep: { type: 'string', default: String(defaultKeep) },
        repair: { type: 'boolean', default: false },
        'take-over': { type: 'boolean', default: false },
        'with-net-prices': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return undefined;
    const [remote = settings['PUSH_REMOTE'] ?? '', unexpected] = positionals;
    if (remote === '') throw new Error('REMOTE is missing, and PUSH_REMOTE is not set');
    if (unexpected !== undefined) throw new Error(`unexpected argument "${unexpected}"`);
    if (!/^[1-9]\d{0,3}$/.test(values.keep)) throw new Error('--keep needs a whole number from 1');
    const { out, keep, repair: isRepair, 'take-over': takesOver } = values;
    const withNetPrices = values['with-net-prices'];
    if (withNetPrices && settings['TRUSTED_REMOTE'] !== remote) {
      throw new Error('--with-net-prices needs a remote that TRUSTED_REMOTE names');
    }
    return { remote, out, keep: Number(keep), isRepair, takesOver, withNetPrices };
  });
}

/** The push after a change of the current release: returns its exit code. */
export type FollowingPush = (
  options: { readonly out: string; readonly onlyIfDue: boolean },
  stop: () => AbortSignal,
) => Promise<number>;

/**
 * Returns the push to `PUSH_REMOTE` that follows each change of the current release, with net prices if
 * `TRUSTED_REMOTE` names the same remote; undefined if `PUSH_REMOTE` is not set.
 */
export function readFollowingPush(
  settings: Terminal['env'],
  terminal: Terminal,
): FollowingPush | undefined {
  const { PUSH_REMOTE: remote, TRUSTED_REMOTE: trusted, RELEASE_KEY: key } = settings;
  if (!remote) return undefined;
  if (!key) throw new ExpectedError('PUSH_REMOTE is set, but RELEASE_KEY is not');
  return async ({ out, onlyIfDue }, stop) => {
    const release = (await linkedRelease(out, 'current')) ?? '';
    if (onlyIfDue && !(await isPushDue(out, { remote, release, nowMs: Date.now() }))) return 0;
    const command = { remote, out, keep: defaultKeep, isRepair: false, takesOver: false };
    const withNetPrices = trusted === remote;
    return pushMeasured({ ...command, withNetPrices }, settings, terminal, stop());
  };
}

/** Pushes, prints the result or why it failed, and writes the metrics of pushes. Returns the exit code. */
function pushMeasured(
  command: PushCommand,
  settings: Terminal['env'],
  terminal: Terminal,
  stop: AbortSignal,
): Promise<number> {
  const { stdout, stderr } = terminal;
  return whileMeasuring('push', { out: command.out, now: Date.now }, terminal, async (report) => {
    try {
      const privateKey = await readPrivateKey(settings);
      const machine = settings['MACHINE_NAME'] || hostname();
      const facts = { privateKey, machine, environment: settings, nowMs: Date.now(), stop };
      const result = await push({ ...command, ...facts });
      report(result.pointer);
      stdout.write(describePush(result));
      const { retentionFailure } = result;
      if (retentionFailure) {
        stderr.write(`old releases stay until the next push: ${retentionFailure.message}\n`);
      }
      return 0;
    } catch (error) {
      const reason = stop.aborted ? 'stopped; the next push continues' : explainFailure(error);
      stderr.write(`not pushed: ${reason}\n`);
      return 1;
    }
  });
}

function describePush({ release, remote, pointer, written, ...result }: PushResult): string {
  const old = result.removed.map((id) => `removed ${id} from ${remote}\n`).join('');
  const { objects, bytes } = result;
  if (written === 'release') {
    return `pushed release ${release} to ${remote}: ${objects} objects, ${bytes} bytes transferred\n${old}`;
  }
  const renewed = written === 'pointer' ? `; its pointer is valid until ${pointer.validUntil}` : '';
  return `${remote} points to release ${release} already${renewed}\n${old}`;
}
