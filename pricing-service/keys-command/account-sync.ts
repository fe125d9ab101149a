/** `account sync`: makes the accounts equal to a table, for a supplier with thousands of distributors. */
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { type AccountEntry, addAccount, listAccounts, setAccount } from '../registry/accounts.ts';
import type { RegistrySession, Risk } from '../registry/change.ts';
import { type AccountRecord, accountIdSchema, nameSchema, programs } from '../registry/records.ts';
import { readReleasedTiers } from './accounts.ts';
import { readArguments } from './arguments.ts';
import { CommandIncomplete, CommandRefused } from './failures.ts';
import type { Subcommand } from './program.ts';

/** The largest share of the accounts with pricing that may lose it without `--accept-loss`. */
const maxLostShare = 0.1;

/** Number of changes that are sent at the same time. */
const batchSize = 25;

/** Maximum number of changes, or of faults of the file, that are shown. */
const maxShown = 20;

/** The new state of an account, and the one before, undefined for a new account. */
interface Change {
  readonly account: AccountRecord;
  readonly before: AccountRecord | undefined;
}

export const accountSync: Subcommand = {
  name: 'account sync',
  usage: 'FILE.csv [--off-missing] [--accept-loss] [--dry-run] [--yes]',
  summary: 'adds and changes accounts until they are those of a table',
  details: `  FILE.csv        a table with the columns id, name, tier, program and pricing (on or off)
  --off-missing   switches pricing off for the accounts that are not in the table
  --accept-loss   goes on if more than a tenth of the accounts would lose pricing
  --dry-run       only shows the changes
  --yes           does not ask

Shows additions, changes and accounts that are missing in the table, then asks. Removes no account.
Each change has an entry in the audit. It can be run again after an interruption.
`,
  examples: ['account sync distributors.csv --dry-run', 'account sync distributors.csv --yes'],
  async run(args, { connect, distDir, ask }) {
    const { operands, values } = readArguments(args, ['FILE.csv'], {
      'off-missing': { type: 'boolean' },
      'accept-loss': { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      yes: { type: 'boolean' },
    });
    const wanted = await readTable(operands[0], await readReleasedTiers(distDir));
    const session = await connect({ mayBeEmpty: true });
    const failures: Error[] = [];
    const present = await listAccounts(session.redis, (error) => failures.push(error));
    const { changes, missing } = compare(wanted, present, values['off-missing'] ?? false);
    const [json, text] = [toJson(changes, missing), render(changes, missing)];
    if (!values['accept-loss']) assertFewLosses(changes, present);
    if (values['dry-run'] || changes.length === 0) return { json, text, failures };
    if (!values.yes) {
      if (ask === undefined) {
        throw new CommandRefused('nothing was changed: there is no terminal to ask on; add --yes');
      }
      if (!(await ask(`${text}Make these changes?`))) {
        throw new CommandRefused('nothing was changed');
      }
    }
    const risks = await apply(session, changes);
    return { json, text: `${text}done\n`, failures, risks };
  },
};

const rowSchema = z.strictObject({
  id: accountIdSchema,
  name: nameSchema,
  tier: z.string(),
  program: z.enum(programs, `must be one of ${programs.join(', ')}`),
  pricing: z.enum(['on', 'off'], 'must be on or off'),
});

/** Reads the table of accounts. Throws `CommandRefused` that names all faults, each with its line. */
async function readTable(path: string, tiers: readonly string[]): Promise<AccountRecord[]> {
  let rows: { record: unknown; info: { lines: number } }[];
  try {
    const text = await readFile(path, 'utf8');
    const delimiter = text.split('\n', 1)[0]?.includes(';') ? ';' : ',';
    rows = parse(text, { columns: true, info: true, bom: true, trim: true, delimiter });
  } catch (cause) {
    throw new CommandRefused(`cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
  const faults: string[] = [];
  const accounts = new Map<string, AccountRecord>();
  for (const { record, info } of rows) {
    const { data, error } = rowSchema.safeParse(record);
    const issues = (error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`);
    if (data && !tiers.includes(data.tier)) issues.push(`tier must be one of ${tiers.join(', ')}`);
    if (data && accounts.has(data.id)) issues.push(`id ${data.id} is there twice`);
    faults.push(...issues.map((issue) => `line ${info.lines}: ${issue}`));
    if (!data) continue;
    const { pricing, ...account } = data;
    accounts.set(data.id, { ...account, distributorPricing: pricing === 'on' });
  }
  if (accounts.size === 0 && faults.length === 0) faults.push('it has no rows');
  if (faults.length === 0) return [...accounts.values()];
  const more = faults.length > maxShown ? `; and ${faults.length - maxShown} more` : '';
  throw new CommandRefused(
    `${path} cannot be used, and nothing was changed: ${faults.slice(0, maxShown).join('; ')}${more}`,
  );
}

const fields = ['name', 'tier', 'program', 'distributorPricing'] as const;

/** Returns the changes that make the accounts equal to the table, and the accounts that are not in it. */
function compare(
  wanted: readonly AccountRecord[],
  present: readonly AccountEntry[],
  offMissing: boolean,
): { readonly changes: Change[]; readonly missing: AccountRecord[] } {
  const before = new Map(present.map(({ activeKeys: _, ...account }) => [account.id, account]));
  const named = new Set(wanted.map(({ id }) => id));
  const missing = [...before.values()].filter(({ id }) => !named.has(id));
  const off = missing.map((account) => ({ ...account, distributorPricing: false }));
  const changes = [...wanted, ...(offMissing ? off : [])]
    .map((account) => ({ account, before: before.get(account.id) }))
    .filter((change) => change.before === undefined || changedFields(change).length > 0);
  return { changes, missing };
}

function changedFields({ account, before }: Change) {
  return fields.filter((field) => account[field] !== before?.[field]);
}

/** Throws `CommandRefused` if more than a tenth of the accounts with pricing would lose it. */
function assertFewLosses(changes: readonly Change[], present: readonly AccountEntry[]): void {
  const priced = present.filter(({ distributorPricing }) => distributorPricing).length;
  const lost = changes.filter(
    ({ account, before }) => before?.distributorPricing && !account.distributorPricing,
  ).length;
  if (lost <= priced * maxLostShare) return;
  throw new CommandRefused(
    `nothing was changed: ${lost} of ${priced} accounts would lose pricing, more than a tenth; if that is intended, add --accept-loss`,
  );
}

/** Makes the changes. Throws `CommandIncomplete` that says how many were made before an error. */
async function apply(session: RegistrySession, changes: readonly Change[]): Promise<Risk[]> {
  const risks = new Set<Risk>();
  let made = 0;
  for (let begin = 0; begin < changes.length; begin += batchSize) {
    const batch = changes.slice(begin, begin + batchSize).map(async ({ account, before }) => {
      const change = before
        ? setAccount(session, account.id, account)
        : addAccount(session, account);
      for (const risk of (await change).risks) risks.add(risk);
      made += 1;
    });
    const results = await Promise.allSettled(batch);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed === undefined) continue;
    const { message } = failed.reason as Error;
    throw new CommandIncomplete(
      `${made} of ${changes.length} changes were made, then one failed (${message}); run it again`,
      { cause: failed.reason },
    );
  }
  return [...risks];
}

const show = (value: AccountRecord[(typeof fields)[number]] | undefined) =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : value;

function describe(change: Change): string {
  const { account, before } = change;
  const changed = changedFields(change).map((field) => {
    const name = field === 'distributorPricing' ? 'pricing' : field;
    return `${name} ${before ? `${show(before[field])} → ` : ''}${show(account[field])}`;
  });
  return `${account.id}  ${changed.join(', ')}`;
}

function render(changes: readonly Change[], missing: readonly AccountRecord[]): string {
  const section = (title: string, lines: readonly string[]) => {
    if (lines.length === 0) return '';
    const more = lines.length > maxShown ? [`… and ${lines.length - maxShown} more`] : [];
    const shown = [...lines.slice(0, maxShown), ...more].map((line) => `  ${line}\n`);
    return `${title} (${lines.length}):\n${shown.join('')}`;
  };
  const added = changes.filter(({ before }) => before === undefined);
  const changed = changes.filter(({ before }) => before !== undefined);
  const ids = missing.map(({ id }) => id);
  const nothing = changes.length === 0 ? 'nothing to change\n' : '';
  return `${section('added', added.map(describe))}${section('changed', changed.map(describe))}${section('not in the table', ids)}${nothing}`;
}

function toJson(changes: readonly Change[], missing: readonly AccountRecord[]) {
  return {
    added: changes.filter(({ before }) => !before).map(({ account }) => account),
    changed: changes.flatMap(({ account, before }) => (before ? [{ ...account, before }] : [])),
    missing: missing.map(({ id }) => id),
  };
}
