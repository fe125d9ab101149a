/** `npm run push`: uploads the current release to a remote, from which edges pull it. */
import { parseArgs } from 'node:util';
import { explainFailure, parseWithUsage } from '../../console/errors.ts';
import { assertFolder } from '../../console/folders.ts';
import type { Terminal } from '../../console/terminal.ts';
import { readPrivateKey } from './keys.ts';
import { type PushResult, push } from './push.ts';

const usage = `Usage: npm run push -- REMOTE [--out DIR] [--keep N] [--repair]

Uploads the public files of DIR/current to REMOTE, a remote of rclone such as
s3:bucket/catalogue or a folder, then a signed pointer that tells edges which
release to serve.

  --out DIR   the build's output folder (default: dist)
  --keep N    number of releases to keep on REMOTE (default: 5)
  --repair    compares the bytes of all files with their hashes, and uploads every
              file again, including those that REMOTE has

RELEASE_KEY  the file of the private signing key; npm run release -- keygen creates one

Examples:
  npm run push -- s3:catalogue
  npm run push -- /mnt/catalogue --keep 10
`;

/** The parsed arguments of `npm run push`. */
interface PushCommand {
  readonly remote: string;
  readonly out: string;
  /** Number of releases to keep on the remote, including the pushed one. */
  readonly keep: number;
  /** True to upload every file again. */
  readonly isRepair: boolean;
}

/**
 * Uploads the current release to the remote that the arguments of `npm run push` name. Returns the exit code: 0 for
 * `--help`, and if the remote points to the current release now; 1 if the release was not pushed, also because `stop`
 * aborted. Writes the reason to standard error; also writes there why old releases could not be removed from the
 * remote, which does not change the exit code.
 */
export async function runPush(
  args: string[],
  { env, stdout, stderr }: Terminal,
  stop: AbortSignal = new AbortController().signal,
): Promise<number> {
  try {
    const command = parsePushCommand(args);
    if (command === undefined) {
      stdout.write(usage);
      return 0;
    }
    assertFolder('--out', command.out);
    const privateKey = await readPrivateKey(env);
    const result = await push({
      ...command,
      privateKey,
      environment: env,
      nowMs: Date.now(),
      stop,
    });
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
}

/**
 * Parses the arguments of `npm run push`; returns undefined for `--help`, and the caller then prints the usage. Throws
 * an `ExpectedError` for invalid arguments; its message is the reason and the usage.
 */
export function parsePushCommand(args: string[]): PushCommand | undefined {
  return parseWithUsage(usage, () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        out: { type: 'string', default: 'dist' },
        keep: { type: 'string', default: '5' },
        repair: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return undefined;
    const [remote = '', unexpected] = positionals;
    if (remote === '') throw new Error('REMOTE is missing');
    if (unexpected !== undefined) throw new Error(`unexpected argument "${unexpected}"`);
    if (!/^[1-9]\d{0,3}$/.test(values.keep)) throw new Error('--keep needs a whole number from 1');
    const { out, keep, repair: isRepair } = values;
    return { remote, out, keep: Number(keep), isRepair };
  });
}

function describePush({ release, remote, isNew, objects, bytes, removed }: PushResult): string {
  const old = removed.map((id) => `removed ${id} from ${remote}\n`).join('');
  if (!isNew) return `${remote} points to release ${release} already\n${old}`;
  return `pushed release ${release} to ${remote}: ${objects} objects, ${bytes} bytes transferred\n${old}`;
}
