/** Reads the alerts of `infra/monitoring/rules.yml` as text: its form is simple, and promtool checks it as YAML. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Path of the file that defines the alerts. */
export const rulesFile = 'infra/monitoring/rules.yml';

/** An alert in `rulesFile`. */
export interface Alert {
  readonly name: string;
  /** The condition in PromQL. */
  readonly expression: string;
  /** Path of the document that explains the alert, with the anchor of its heading. */
  readonly runbookUrl: string;
}

/** Returns all alerts in `rulesFile`. */
export function readAlerts(): Alert[] {
  const text = readFileSync(rulesFile, 'utf8');
  const [, ...parts] = text.split(/^ +- alert: /m);
  return parts.map((part) => ({
    name: /^\w+/.exec(part)?.[0] ?? '',
    expression: /^ +expr: (?:\|\n)?([\s\S]+?)^ +(?:for|labels):/m.exec(part)?.[1] ?? '',
    runbookUrl: /^ +runbook_url: (\S+)$/m.exec(part)?.[1] ?? '',
  }));
}

/** Returns the PromQL of every panel of the dashboard, with values in place of Grafana's variables. */
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
