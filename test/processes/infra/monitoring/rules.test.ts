/** promtool checks the alerts, each alert has a test in which it fires, and documents and alerts are consistent. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
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

/** Returns the texts of README.md, infra/cdn.md and the Markdown files in docs/, without the runbook. */
async function readDocuments(): Promise<string[]> {
  const docs = (await readdir('docs')).filter(
    (name) => /\.md$/.test(name) && name !== 'runbook.md',
  );
  const files = ['README.md', 'infra/cdn.md', ...docs.map((name) => join('docs', name))];
  return Promise.all(files.map((file) => readFile(file, 'utf8')));
}

/** Returns the names of alerts that a text contains between backticks. */
function alertsIn(text: string): string[] {
  return [...text.matchAll(/`(\w+)`/g)].flatMap(([, name = '']) =>
    names.includes(name) ? [name] : [],
  );
}

test.serial(
  'every condition that the documents call worth an alarm has an alert and is in the table',
  async (t) => {
    const documents = await readDocuments();
    const paragraphs = documents.flatMap((text) => text.split(/\n\n|\n(?=[|-])/));
    const alarming = paragraphs.filter((text) =>
      /worth an alarm|\balarms?\b|\balerts?\b/i.test(text),
    );
    const headings = alarming.filter((text) => /^#+ |^\| alert \|/.test(text));
    const explanation = alarming.filter((text) => text.includes('runbook'));
    const rest = alarming.filter((text) => !headings.includes(text) && !explanation.includes(text));
    t.true(rest.length > 4);
    for (const paragraph of rest) t.true(alertsIn(paragraph).length > 0, paragraph);

    const operation = await readFile('docs/operation.md', 'utf8');
    const [, section = ''] = operation.split('\n## Alarms\n');
    const [table = ''] = section.split('\n## ');
    t.deepEqual(alertsIn(table).sort(), names);
  },
);

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
