/**
 * Metrics of deploys, pushes and pulls. Prometheus cannot scrape a process that has ended, so they are files: nginx
 * shows those of `dist/metrics` with its own metrics, and the textfile collector of the node exporter those of
 * `METRICS_DIR`. https://github.com/prometheus/node_exporter#textfile-collector
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Terminal } from '../console/terminal.ts';

/** A command whose outcomes are measured. */
export type MeasuredCommand = 'deploy' | 'push' | 'pull';

/** The facts of a pointer of a remote that metrics show. */
export interface MeasuredPointer {
  readonly sequence: number;
  /** When it was signed, and until when it is valid (ISO 8601). */
  readonly time: string;
  readonly validUntil: string;
}

/** How a command ended. */
export interface CommandEnd {
  readonly outcome: 'succeeded' | 'failed';
  /** Time of the end in milliseconds since 1970, and milliseconds since the start. */
  readonly endedAtMs: number;
  readonly durationMs: number;
  /** The pointer that a push or a pull has last written or accepted. */
  readonly pointer?: MeasuredPointer | undefined;
}

/** Calls `work`, which runs a command and returns its exit code, and returns that code. */
export async function whileMeasuring(
  command: MeasuredCommand,
  { out, now }: { readonly out: string; now(): number },
  { env, stderr }: Pick<Terminal, 'env' | 'stderr'>,
  work: (report: (pointer: MeasuredPointer) => void) => Promise<number>,
): Promise<number> {
  const startedAtMs = now();
  let exitCode = 1;
  let pointer: MeasuredPointer | undefined;
  try {
    exitCode = await work((found) => {
      pointer = found;
    });
    return exitCode;
  } finally {
    const endedAtMs = now();
    const file = join(env['METRICS_DIR'] || join(out, 'metrics'), `catalogue-${command}.prom`);
    await writeMetrics(file, command, {
      outcome: exitCode === 0 ? 'succeeded' : 'failed',
      ...{ endedAtMs, durationMs: endedAtMs - startedAtMs, pointer },
    }).catch(({ message }: Error) =>
      stderr.write(`cannot write the metrics of this ${command}: ${message}\n`),
    );
  }
}

/** Replaces a file of metrics atomically. Values that this end does not have are copied from the existing file. */
async function writeMetrics(
  file: string,
  command: MeasuredCommand,
  { outcome, endedAtMs, durationMs, pointer }: CommandEnd,
): Promise<void> {
  const before = await readFile(file, 'utf8').catch(() => '');
  const endOf = (name: string) => (name === outcome ? endedAtMs / 1000 : undefined);
  const secondsOf = (time: string | undefined) => time && Date.parse(time) / 1000;
  const rows = [
    [
      `${command}_succeeded_timestamp_seconds`,
      `When the last successful ${command} ended.`,
      endOf('succeeded'),
    ],
    [
      `${command}_failed_timestamp_seconds`,
      `When the last failed ${command} ended.`,
      endOf('failed'),
    ],
    [`${command}_duration_seconds`, `Duration of the last ${command}.`, durationMs / 1000],
    [
      `${command}_pointer_sequence`,
      'Sequence number of the pointer of the remote.',
      pointer?.sequence,
    ],
    [
      `${command}_pointer_timestamp_seconds`,
      'When that pointer was signed.',
      secondsOf(pointer?.time),
    ],
    [
      `${command}_pointer_expiry_timestamp_seconds`,
      'Until when that pointer is valid.',
      secondsOf(pointer?.validUntil),
    ],
  ] as const;
  const lines = rows.flatMap(([end, help, value]) => {
    const name = `catalogue_${end}`;
    const shown = value ?? new RegExp(`^${name} (\\S+)$`, 'm').exec(before)?.[1];
    if (shown === undefined) return [];
    return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${shown}`];
  });
  await mkdir(dirname(file), { recursive: true });
  // The collector only reads files that end in .prom.
  const temporary = `${file}.${process.pid}`;
  try {
    await writeFile(temporary, `${lines.join('\n')}\n`, { mode: 0o644 });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
