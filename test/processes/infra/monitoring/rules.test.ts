/** promtool checks the alerts, each alert has a test in which it fires, and leads to an entry of the runbook. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { readAlerts } from './read-rules.ts';

const run = promisify(execFile);
const casesFolder = 'test/processes/infra/monitoring/rules';
const caseFiles = readdirSync(casesFolder).map((name) => join(casesFolder, name));
const alerts = readAlerts();
const names = alerts.map(({ name }) => name).sort();

test.serial('Prometheus accepts its settings and the rules', async (t) => {
  const { stdout } = await run('promtool', ['check', 'config', 'infra/monitoring/prometheus.yml']);
  t.regex(stdout, new RegExp(`SUCCESS: ${alerts.length} rules found`));
});

test.serial('every alert fires for its cause, and not for a similar condition', async (t) => {
  await t.notThrowsAsync(run('promtool', ['test', 'rules', ...caseFiles]));
  const cases = (await Promise.all(caseFiles.map((file) => readFile(file, 'utf8')))).join('');
  const namesOf = (end: RegExp) =>
    [...new Set([...cases.matchAll(end)].map(([, name = '']) => name))].sort();
  t.deepEqual(namesOf(/alertname: (\w+)\n +exp_alerts:\n +- exp_labels/g), names);
  t.deepEqual(namesOf(/alertname: (\w+)\n +exp_alerts: \[\]/g), names);
});

/** Returns the names of alerts that a text contains between backticks. */
function alertsIn(text: string): string[] {
  return [...text.matchAll(/`(\w+)`/g)].flatMap(([, name = '']) =>
    names.includes(name) ? [name] : [],
  );
}

test.serial(
  'every alert leads to the entry of the runbook that names it, and only to that',
  async (t) => {
    const runbook = await readFile('docs/runbook.md', 'utf8');
    const [, ...entries] = runbook.split(/^## /m);
    const documented = entries.flatMap((entry) => {
      const [heading = '', first = ''] = entry.split('\n\n');
      const anchor = heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-');
      return alertsIn(first).map((name) => `${name} docs/runbook.md#${anchor}`);
    });
    const expected = alerts.map(({ name, runbookUrl }) => `${name} ${runbookUrl}`);
    t.deepEqual(documented.sort(), expected.sort());
  },
);
