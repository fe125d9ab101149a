/** The subcommands `audit`, which lists changes, and `clean-old`. */
import { redisKeys } from '../../contract/redis-keys.ts';
import { type AuditEntry, readAudit } from '../registry/audit.ts';
import { read, readArguments, readSince } from './arguments.ts';
import { renderTable, type Subcommand } from './program.ts';

/** Lists the changes of accounts and keys. */
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
    const options = { account: { type: 'string' }, since: { type: 'string' } } as const;
    const { values } = readArguments(args, [], options);
    const account = values.account === undefined ? undefined : read.account(values.account);
    const since = values.since === undefined ? 0 : readSince(values.since, now());
    const { redis } = await connect();
    const entries: AuditEntry[] = [];
    const failures: Error[] = [];
    for await (const entry of readAudit(redis, since, (error) => failures.push(error))) {
      if (account === undefined || entry.account === account) entries.push(entry);
    }
    const rows = entries.map((entry) => [
      ...[entry.time, entry.by, entry.action, entry.account, renderDetails(entry.facts)],
    ]);
    const headings = ['TIME', 'BY', 'ACTION', 'ACCOUNT', 'WHAT'];
    const text = rows.length === 0 ? 'no changes\n' : renderTable(headings, rows);
    return { json: entries, text, failures };
  },
};

/** Renders details such as `tier A3 → A1` for a change from A3 to A1, separated by commas. */
function renderDetails(facts: AuditEntry['facts']): string {
  return Object.keys(facts)
    .filter((name) => !name.endsWith('Before'))
    .map((name) => {
      const before = facts[`${name}Before`];
      return `${name} ${before === undefined ? '' : `${quote(before)} → `}${quote(facts[name])}`;
    })
    .join(', ');
}

/** Quotes a value unless it is one word. */
function quote(value = ''): string {
  return /^[\w.:+-]+$/.test(value) ? value : JSON.stringify(value);
}

/** Removes the net prices that versions before 1.1 kept in Redis. */
export const cleanOld: Subcommand = {
  name: 'clean-old',
  usage: '',
  summary: 'removes net prices that earlier versions kept in Redis',
  details: 'Nothing reads them any more. Accounts and keys stay as they are.\n',
  examples: ['clean-old'],
  async run(args, { connect }) {
    readArguments(args, [], {});
    const { redis } = await connect();
    let removed = 0;
    for await (const names of redis.scanStream({ match: redisKeys.everyOlder, count: 1000 })) {
      if ((names as string[]).length > 0) removed += await redis.unlink(names as string[]);
    }
    return { json: { removed }, text: `removed ${removed} keys of Redis\n` };
  },
};
