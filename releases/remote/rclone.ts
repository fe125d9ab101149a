/**
 * Runs the program rclone to transfer files: one process for each list of files. Uses only options of Debian's version
 * 1.60. https://rclone.org/docs/
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { removeTempEntries } from '../../build/output/install.ts';
import { withFolderLock } from '../../build/output/locks.ts';
import { explainPermissionErrors, ReleaseError } from '../../build/output/release-error.ts';
import { assertOutside, describeRemote, explainRclone } from './rclone-failure.ts';
import { RemoteError } from './remote-error.ts';

/** File operations on one remote, a storage that rclone can reach. */
export type Rclone = ReturnType<typeof createRclone>;

/** Options of every push and pull. */
export interface RemoteOptions {
  /** A remote of rclone, such as `s3:bucket/catalogue`, or a folder. */
  readonly remote: string;
  /** The output folder of this machine. */
  readonly out: string;
  /** Environment variables; rclone receives only those that it needs. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Ends the command when it aborts. */
  readonly stop: AbortSignal;
}

interface RcloneOptions extends Pick<RemoteOptions, 'environment' | 'stop'> {
  /** Descriptor of a lock file, which rclone inherits, so that the lock is held until rclone has ended, too. */
  readonly lock: number;
}

/** Maximum milliseconds to wait for the lock: rclone of a killed process holds it for up to a second. */
const waitMs = 10_000;

/**
 * Calls `work` with the file operations on a remote and the work folder of the command, `<out>/push` or `<out>/pull`,
 * whose lock it holds meanwhile and whose temporary files it removes first.
 */
export async function withRemote<Result>(
  command: 'push' | 'pull',
  { remote, out, ...options }: RemoteOptions,
  work: (rclone: Rclone, folder: string) => Promise<Result>,
): Promise<Result> {
  assertOutside(out, remote);
  const folder = join(out, command);
  return explainPermissionErrors(out, async () => {
    return withFolderLock(folder, async (lock) => {
      if (!(await lock.take('exclusive', { waitMs, stop: options.stop }))) {
        throw new ReleaseError(
          `another npm run ${command} works on ${out}; try again when it has ended`,
        );
      }
      await removeTempEntries(folder);
      return work(createRclone(remote, { ...options, lock: lock.fd }), folder);
    });
  });
}

/** Statistics each second: after a kill of the parent, this write fails with SIGPIPE and ends rclone, too. */
const logging = ['--use-json-log', '--stats=1s', '--stats-log-level=NOTICE', '--log-level=NOTICE'];

/** Options of rclone for timeouts and retries. */
const retries = ['--contimeout=15s', '--timeout=60s', '--retries=2', '--low-level-retries=4'];

/** Options of copies: in a single stream, an incomplete file is shorter than the complete one. */
const copying = ['--transfers=16', '--checkers=16', '--multi-thread-streams=0', '--copy-links'];

/** Makes rclone read the paths to copy from standard input, one per line. */
const listOnStdin = '--files-from-raw=-';

/** Exit codes of rclone for a missing folder (3) and a missing file (4). */
const notFound = [3, 4];

/**
 * Returns the file operations on a remote, with paths relative to it. Each runs rclone once, and rejects with
 * `RemoteError` if rclone fails, or with the reason of `options.stop`.
 */
function createRclone(remote: string, options: RcloneOptions) {
  const name = describeRemote(remote);
  let bytes = 0;
  const run = async (command: string, args: readonly string[], paths: readonly string[] = []) => {
    const end = await runRclone([command, ...logging, ...retries, ...args], paths, options);
    bytes += end.bytes;
    return end;
  };
  const assertSucceeded = (failure: string, { exitCode, stderr }: RcloneEnd, target = name) => {
    if (exitCode === 0) return;
    const reason = explainRclone(stderr, options.environment, target);
    throw new RemoteError(`${failure}: ${reason}`);
  };
  return {
    /** Name of the remote for messages, without secrets. */
    name,
    /** Returns the number of bytes that all operations so far have transferred. */
    bytes: () => bytes,
    /** Returns the first `limit` bytes of a file, or undefined if it is missing or empty. */
    async read(path: string, limit: number): Promise<Buffer | undefined> {
      const end = await run('cat', [`--count=${limit}`, '--', joinRemote(remote, path)]);
      if (notFound.includes(end.exitCode)) return undefined;
      assertSucceeded(`cannot read ${name}`, end);
      return end.stdout.length === 0 ? undefined : end.stdout;
    },
    /** Copies files from a folder. Skips those that the remote has with the same size, unless `isForced`. */
    async upload(
      folder: string,
      paths: readonly string[],
      { isForced, isImmutable }: UploadOptions,
    ): Promise<void> {
      if (paths.length === 0) return;
      // The names of immutable files have their hash: a file of the right size is complete.
      const compare = isForced ? '--ignore-times' : '--size-only';
      const seconds = isImmutable ? '31536000, immutable' : '10';
      const header = `--header-upload=Cache-Control: public, max-age=${seconds}`;
      const args = [listOnStdin, ...copying, compare, '--no-update-modtime', header];
      const end = await run('copy', [...args, '--', folder, remote], paths);
      assertSucceeded(`cannot write ${name}`, end);
    },
    /** Copies files into a folder, replacing existing ones. Skips files that the remote lacks. */
    async download(paths: readonly string[], folder: string): Promise<void> {
      if (paths.length === 0) return;
      const args = [listOnStdin, ...copying, '--no-check-dest', '--', remote, folder];
      assertSucceeded(`cannot read ${name}`, await run('copy', args, paths), folder);
    },
    /** Returns the names of the files directly in a folder; an empty list if the folder is missing. */
    async list(folder: string): Promise<string[]> {
      const end = await run('lsf', ['--files-only', '--', joinRemote(remote, folder)]);
      if (notFound.includes(end.exitCode)) return [];
      assertSucceeded(`cannot read ${name}`, end);
      return end.stdout.toString().split('\n').filter(Boolean);
    },
    /** Removes files, and whole folders if a path ends with a slash. Ignores missing ones. */
    async remove(paths: readonly string[]): Promise<void> {
      if (paths.length === 0) return;
      const patterns = paths.map((path) => `/${path.endsWith('/') ? `${path}**` : path}`);
      const args = ['--include-from=-', '--rmdirs', '--', remote];
      assertSucceeded(`cannot remove old files from ${name}`, await run('delete', args, patterns));
    },
  };
}

/** Options of an upload: whether it replaces existing files, and (for `Cache-Control`) whether they never change. */
interface UploadOptions {
  readonly isForced: boolean;
  readonly isImmutable: boolean;
}

/** Joins `s3:` and `releases` to `s3:releases`, and `/srv/catalogue` and `releases` to `/srv/catalogue/releases`. */
function joinRemote(remote: string, path: string): string {
  return /[:/]$/.test(remote) ? remote + path : `${remote}/${path}`;
}

/** The result of a finished rclone process. */
interface RcloneEnd {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** Number of bytes of transferred files. */
  readonly bytes: number;
}

/** Runs rclone with lines on its standard input. Throws `RemoteError` if it cannot start, and the reason of `stop`. */
async function runRclone(
  args: readonly string[],
  lines: readonly string[],
  { environment, lock, stop }: RcloneOptions,
): Promise<RcloneEnd> {
  stop.throwIfAborted();
  const child = spawn('rclone', ['--ask-password=false', ...args], {
    env: environmentOf(environment),
    stdio: ['pipe', 'pipe', 'pipe', lock],
    signal: stop,
  }) as ChildProcessByStdio<Writable, Readable, Readable>;
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (data: Buffer) => stdout.push(data));
  child.stderr.on('data', (data: Buffer) => stderr.push(data));
  // rclone may fail before it has read the list.
  child.stdin.on('error', () => {});
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined) reject(toSpawnError(error));
    });
    // Waits for the exit even after an abort, so that the next step does not overlap.
    child.once('close', (code) => resolve(code ?? 1));
  });
  stop.throwIfAborted();
  const text = Buffer.concat(stderr).toString();
  return { exitCode, stdout: Buffer.concat(stdout), stderr: text, bytes: bytesIn(text) };
}

function toSpawnError(error: NodeJS.ErrnoException): Error {
  if (error.name === 'AbortError') return error;
  const reason =
    error.code === 'ENOENT'
      ? 'it is not installed; on Debian or Ubuntu: sudo apt-get install rclone'
      : error.message;
  return new RemoteError(`cannot run rclone: ${reason}`);
}

/**
 * Matches the variables that rclone receives: its settings, a proxy, an SSH agent, and credentials of cloud storage; no
 * other secrets, such as `REDIS_URL`. With `AWS_CA_BUNDLE`, rclone 1.60 refuses every S3 remote.
 */
const passedVariables =
  /^((RCLONE|AZURE|GOOGLE)_.*|AWS_(?!CA_BUNDLE$).*|HOME|PATH|XDG_CONFIG_HOME|TMPDIR|SSH_AUTH_SOCK|SSL_CERT_(FILE|DIR)|(HTTPS?|NO)_PROXY)$/i;

function environmentOf(environment: RcloneOptions['environment']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        passedVariables.test(entry[0]) && entry[1] !== undefined,
    ),
  );
}

/** Returns the number of transferred bytes from the last statistics in rclone's log; 0 if it has none. */
function bytesIn(stderr: string): number {
  const found = [...stderr.matchAll(/"stats":\{"bytes":(\d+)/g)].at(-1);
  return Number(found?.[1] ?? 0);
}
