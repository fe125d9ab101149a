import { type AuditEntry, readAudit } from '../registry/audit.ts';
import { read } from './arguments.ts';
import { readSince } from './moments.ts';
import { readArguments, type Subcommand } from './subcommand.ts';
import { renderTable } from './table.ts';

const options = { account: { type: 'string' }, since: { type: 'string' } } as const;

/** `audit`: lists the changes of accounts and keys. */
export const audit: Subcommand = {
  name: 'audit',
  usage: '[--account ACCOUNT] [--since MOMENT|DURATION]',
  summary: 'lists changes of accounts and keys, with their time and author',
  details: `  --account ACCOUNT   only changes of this account
  --since WHEN        only changes since a time (2027-01-31T18:00Z, or a day, in UTC) or within
                      the last 24h, 7d or another duration

Times are UTC, by the clock of Redis.
`,
  examples: ['audit', 'audit --account acme --since 7d', 'audit --since 2027-01-31 --json'],
  async run(args, { connect, now }) {
    const { values } = readArguments(args, [], options);
    const account = values.account === undefined ? undefined : read.account(values.account);
    const since = values.since === undefined ? 0 : readSince(values.since, now());
    const { redis } = await connect();
    const entries: AuditEntry[] = [];
    const failures: Error[] = [];
    for await (const entry of readAudit(redis, since, (error) => failures.push(error))) {
      if (account === undefined || entry.account === account) entries.push(entry);
    }
    return { json: entries, text: renderAudit(entries), failures };
  },
};

/** Renders audit entries as a table, one entry per line below the headings, or an empty list as `no changes`. */
export function renderAudit(entries: readonly AuditEntry[]): string {
  if (entries.length === 0) return 'no changes\n';
  return renderTable(
    ['TIME', 'BY', 'ACTION', 'ACCOUNT', 'WHAT'],
    entries.map(({ time, by, action, account, facts }) => [
      time,
      by,
      action,
      account,
      renderDetails(facts),
    ]),
  );
}

/** Renders the details of an audit entry, such as `tier A3 → A1` for a change from A3 to A1, separated by commas. */
function renderDetails(facts: AuditEntry['facts']): string {
  const names = Object.keys(facts).filter((name) => !name.endsWith('Before'));
  return names
    .map((name) => {
      const before = facts[`${name}Before`];
      const words = [
        name,
        ...(before === undefined ? [] : [quote(before), '→']),
        quote(facts[name]),
      ];
      return words.join(' ');
    })
    .join(', ');
}

/** Quotes a value unless it is one word. */
function quote(value = ''): string {
  return /^[\w.:+-]+$/.test(value) ? value : JSON.stringify(value);
}
