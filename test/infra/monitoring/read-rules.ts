/** The alerts of `infra/monitoring/rules.yml`, read as text: its form is simple, and promtool checks it as YAML. */
import { readFile } from 'node:fs/promises';

/** The file with the alerts. */
export const rulesFile = 'infra/monitoring/rules.yml';

export interface Alert {
  readonly name: string;
  /** PromQL. */
  readonly expression: string;
  /** Path of a document with the name of a heading. */
  readonly runbookUrl: string;
}

/** Reads every alert. */
export async function readAlerts(): Promise<Alert[]> {
  const text = await readFile(rulesFile, 'utf8');
  const [, ...parts] = text.split(/^ +- alert: /m);
  return parts.map((part) => ({
    name: /^\w+/.exec(part)?.[0] ?? '',
    expression: /^ +expr: (?:\|\n)?([\s\S]+?)^ +(?:for|labels):/m.exec(part)?.[1] ?? '',
    runbookUrl: /^ +runbook_url: (\S+)$/m.exec(part)?.[1] ?? '',
  }));
}

/** The PromQL of every panel of the dashboard, with values in the place of Grafana's variables. */
export async function readPanels(): Promise<string[]> {
  const { panels } = JSON.parse(await readFile('infra/monitoring/dashboard.json', 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }) =>
      expr.replaceAll('$__rate_interval', '5m').replaceAll('$edge', 'edge-1'),
    ),
  );
}
