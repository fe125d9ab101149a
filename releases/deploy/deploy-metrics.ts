/**
 * Metrics of deploys. No process stays after a deploy that Prometheus could ask, so they are a file that the textfile
 * collector of its node exporter reads (decision 73).
 * https://github.com/prometheus/node_exporter#textfile-collector
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How a deploy ended. */
export interface DeployEnd {
  readonly outcome: 'succeeded' | 'failed';
  /** Milliseconds since 1970. */
  readonly endedAtMs: number;
  readonly durationMs: number;
}

/** The file in `METRICS_DIR`. */
const metricsFile = 'catalogue-deploy.prom';

const nameOf = (outcome: DeployEnd['outcome']) => `catalogue_deploy_${outcome}_timestamp_seconds`;

/**
 * Writes how a deploy ended, in one step for a reader. The moment of the last deploy with the other outcome is kept.
 * Throws what the file system says.
 */
export async function writeDeployMetrics(folder: string, end: DeployEnd): Promise<void> {
  const file = join(folder, metricsFile);
  const before = await readFile(file, 'utf8').catch(() => '');
  const momentOf = (outcome: DeployEnd['outcome']) =>
    outcome === end.outcome
      ? String(end.endedAtMs / 1000)
      : new RegExp(`^${nameOf(outcome)} (\\S+)$`, 'm').exec(before)?.[1];
  const rows = [
    [nameOf('succeeded'), 'When the last deploy ended that succeeded.', momentOf('succeeded')],
    [nameOf('failed'), 'When the last deploy ended that failed.', momentOf('failed')],
    [
      'catalogue_deploy_duration_seconds',
      'How long the last deploy took.',
      String(end.durationMs / 1000),
    ],
  ] as const;
  const lines = rows.flatMap(([name, help, value]) =>
    value === undefined
      ? []
      : [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`],
  );
  // The collector reads files that end in .prom only.
  const temporary = join(folder, `.${metricsFile}.${process.pid}`);
  try {
    await writeFile(temporary, `${lines.join('\n')}\n`, { mode: 0o644 });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
