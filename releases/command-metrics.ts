/**
 * Metrics of deploys, pushes and pulls. Prometheus cannot scrape a process that has ended, so they are files: nginx
 * shows those of `dist/metrics` with its own metrics, and the textfile collector of the node exporter those of
 * `METRICS_DIR`. https://github.com/prometheus/node_exporter#textfile-collector
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Terminal } from '../console/terminal.ts';
import { PinnedError } from './pin.ts';

/** A command whose outcomes are measured. */
export type MeasuredCommand = 'deploy' | 'push' | 'pull';

/** The facts of a pointer of a remote that metrics show; times are ISO 8601. */
export interface MeasuredPointer {
  readonly sequence: number;
  readonly time: string;
  readonly validUntil: string;
}

/**
 * Calls `work`, which runs a command and may report the pointer of its remote, and returns its exit code. Writes the
 * end to `catalogue-<command>.prom` in `METRICS_DIR`, by default `<out>/metrics`; if that fails, only prints a warning.
 */
export async function whileMeasuring(
  command: MeasuredCommand,
  { out, now }: { readonly out: string; now(): number },
  { env, stderr }: Pick<Terminal, 'env' | 'stderr'>,
  work: (report: (pointer: MeasuredPointer) => void) => Promise<number>,
): Promise<number> {
  const startedAtMs = now();
  let exitCode = 1;
  // A pin is no failure: an alarm would call the operator who has set it.
  let isRefused = false;
  let pointer: MeasuredPointer | undefined;
  try {
    exitCode = await work((found) => {
      pointer = found;
    });
    return exitCode;
  } catch (error) {
    isRefused = error instanceof PinnedError;
    throw error;
  } finally {
    const endedAtMs = now();
    const file = join(env['METRICS_DIR'] || join(out, 'metrics'), `catalogue-${command}.prom`);
    const secondsOf = (time = '') => Date.parse(time) / 1000;
    const values = new Map<string, number | undefined>([
      [
        exitCode === 0 ? 'succeeded_timestamp_seconds' : 'failed_timestamp_seconds',
        endedAtMs / 1000,
      ],
      ['duration_seconds', (endedAtMs - startedAtMs) / 1000],
      ['pointer_sequence', pointer?.sequence],
      ['pointer_timestamp_seconds', pointer && secondsOf(pointer.time)],
      ['pointer_expiry_timestamp_seconds', pointer && secondsOf(pointer.validUntil)],
    ]);
    const writing = isRefused ? Promise.resolve() : writeMetrics(file, command, values);
    await writing.catch(({ message }: Error) =>
      stderr.write(`cannot write the metrics of this ${command}: ${message}\n`),
    );
  }
}

const helpTexts = {
  succeeded_timestamp_seconds: (command: string) => `When the last successful ${command} ended.`,
  failed_timestamp_seconds: (command: string) => `When the last failed ${command} ended.`,
  duration_seconds: (command: string) => `Duration of the last ${command}.`,
  pointer_sequence: () => 'Sequence number of the pointer of the remote.',
  pointer_timestamp_seconds: () => 'When that pointer was signed.',
  pointer_expiry_timestamp_seconds: () => 'Until when that pointer is valid.',
} as const;

/** Replaces a file of metrics atomically. Values that this end does not have are copied from the existing file. */
async function writeMetrics(
  file: string,
  command: MeasuredCommand,
  values: ReadonlyMap<string, number | undefined>,
): Promise<void> {
  const before = await readFile(file, 'utf8').catch(() => '');
  const lines = Object.entries(helpTexts).flatMap(([end, help]) => {
    const name = `catalogue_${command}_${end}`;
    const shown = values.get(end) ?? new RegExp(`^${name} (\\S+)$`, 'm').exec(before)?.[1];
    if (shown === undefined) return [];
    return [`# HELP ${name} ${help(command)}`, `# TYPE ${name} gauge`, `${name} ${shown}`];
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
