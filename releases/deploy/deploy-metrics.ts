/**
 * Writes metrics of deploys. Prometheus cannot scrape a deploy, because its process has ended, so the
 * metrics are a file that the textfile collector of the node exporter reads.
 * https://github.com/prometheus/node_exporter#textfile-collector
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How a deploy ended: its outcome, time and duration. */
export interface DeployEnd {
  readonly outcome: 'succeeded' | 'failed';
  /** Time of the deploy's end in milliseconds since 1970. */
  readonly endedAtMs: number;
  /** Milliseconds from the deploy's start to its end. */
  readonly durationMs: number;
}

/**
 * Returns the folder of metrics of commands: `METRICS_DIR`, or `metrics` in the output folder, whose files nginx shows
 * with its own metrics.
 */
export function metricsFolder({ METRICS_DIR: folder }: NodeJS.ProcessEnv, out: string): string {
  return folder || join(out, 'metrics');
}

/** Name of the metrics file in that folder. */
const metricsFile = 'catalogue-deploy.prom';

/** Returns the name of the metric that contains the end time of the last deploy with the given outcome. */
const nameOf = (outcome: DeployEnd['outcome']) => `catalogue_deploy_${outcome}_timestamp_seconds`;

/**
 * Writes metrics of a deploy to the file `catalogue-deploy.prom` in a folder, atomically: the duration of this deploy,
 * and the end times of the last successful and of the last failed deploy. `end` has the duration and one end time: for
 * a failed deploy, that of the last failed one. The other end time is copied from the existing file; it is left out if
 * the file is missing, cannot be read or does not have it. Throws file-system errors if the file cannot be written.
 */
export async function writeDeployMetrics(folder: string, end: DeployEnd): Promise<void> {
  const file = join(folder, metricsFile);
  const before = await readFile(file, 'utf8').catch(() => '');
  const secondsOf = (outcome: DeployEnd['outcome']) =>
    outcome === end.outcome
      ? String(end.endedAtMs / 1000)
      : new RegExp(`^${nameOf(outcome)} (\\S+)$`, 'm').exec(before)?.[1];
  const rows = [
    [nameOf('succeeded'), 'When the last successful deploy ended.', secondsOf('succeeded')],
    [nameOf('failed'), 'When the last failed deploy ended.', secondsOf('failed')],
    [
      'catalogue_deploy_duration_seconds',
      'Duration of the last deploy.',
      String(end.durationMs / 1000),
    ],
  ] as const;
  const lines = rows.flatMap(([name, help, value]) =>
    value === undefined
      ? []
      : [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`],
  );
  await mkdir(folder, { recursive: true });
  // The collector only reads files that end in .prom.
  const temporary = join(folder, `.${metricsFile}.${process.pid}`);
  try {
    await writeFile(temporary, `${lines.join('\n')}\n`, { mode: 0o644 });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
