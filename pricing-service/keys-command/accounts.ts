/** The subcommands of `npm run keys` that read and change accounts. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { maxActiveKeys } from '../../contract/api-key.ts';
import { manifestFile, manifestSchema } from '../../contract/release.ts';
import { addAccount, findAccount, listAccounts, setAccount } from '../registry/accounts.ts';
import { ChangeRefused } from '../registry/failures.ts';
import type { AccountRecord } from '../registry/records.ts';
import { read, readArguments } from './arguments.ts';
import { UsageError } from './failures.ts';
import { renderFacts, renderTable, type Subcommand } from './program.ts';

/** Returns the tiers of the current release below `distDir`; throws `ChangeRefused` (`no-tiers`). */
export async function readReleasedTiers(distDir: string): Promise<string[]> {
  const text = await readFile(join(distDir, 'current', manifestFile), 'utf8').catch(() => {
    throw new ChangeRefused({ outcome: 'no-tiers' }, '-');
  });
  return manifestSchema.pick({ tiers: true }).parse(JSON.parse(text)).tiers.sort();
}

/** Throws `ChangeRefused` (`unknown-tier`, `no-tiers`) unless the current release has the tier. */
async function requireReleasedTier(distDir: string, account: string, tier: string): Promise<void> {
  const tiers = await readReleasedTiers(distDir);
  if (tiers.includes(tier)) return;
  throw new ChangeRefused({ outcome: 'unknown-tier', tier, tiers }, account);
}

const onOrOff = (on: boolean) => (on ? 'on' : 'off');

const factsOf = ({ id, name, tier, program, distributorPricing }: AccountRecord) => ({
  ...{ account: id, name, tier, program, pricing: onOrOff(distributorPricing) },
});

const options = {
  name: { type: 'string' },
  tier: { type: 'string' },
  program: { type: 'string' },
} as const;

/** `account add`, `set`, `show` and `list`. */
export const account: readonly Subcommand[] = [
  {
    name: 'account add',
    usage: '<account> --name NAME --tier TIER --program P',
    summary: 'adds an account',
    details: `  <account>       its id: 1 to 64 letters, digits, ".", "_" or "-"; it cannot be changed
  --name NAME     the company's name
  --tier TIER     price tier, one that the deployed catalogue has
  --program P     linked to the distributor programme, approved, or pending; a pending
                  account gets no keys

The account has distributor pricing; account set switches it off.
`,
    examples: ['account add acme --name "Acme Promotions" --tier A3 --program linked'],
    async run(args, { connect, distDir }) {
      const { operands, values } = readArguments(args, ['<account>'], options);
      const account = {
        id: read.account(operands[0]),
        name: read.name(values.name),
        tier: read.tier(values.tier),
        program: read.program(values.program),
        distributorPricing: true,
      };
      const session = await connect({ mayBeEmpty: true });
      await requireReleasedTier(distDir, account.id, account.tier);
      const { first, risks } = await addAccount(session, account);
      const result = first ? 'added, as the first account of this Redis' : 'added';
      const text = `${result}\n${renderFacts(factsOf(account))}`;
      return { json: { ...account, first }, text, risks };
    },
  },
  {
    name: 'account set',
    usage: '<account> [--name NAME] [--tier TIER] [--program P] [--pricing on|off]',
    summary: 'changes an account; its keys have the change within 60 seconds',
    details: `  --name NAME     the company's name
  --tier TIER     price tier, one that the deployed catalogue has
  --program P     linked, approved or pending; existing keys keep working
  --pricing P     off: requests with keys of the account get key_revoked; on: the keys work again
`,
    examples: ['account set acme --tier A1', 'account set acme --pricing off'],
    async run(args, { connect, distDir }) {
      const more = { ...options, pricing: { type: 'string' } } as const;
      const { operands, values } = readArguments(args, ['<account>'], more);
      const id = read.account(operands[0]);
      const { name, tier, program, pricing } = values;
      const edit = {
        ...(name !== undefined && { name: read.name(name) }),
        ...(tier !== undefined && { tier: read.tier(tier) }),
        ...(program !== undefined && { program: read.program(program) }),
        ...(pricing !== undefined && { distributorPricing: read.pricing(pricing) }),
      };
      if (Object.keys(edit).length === 0) {
        throw new UsageError('nothing to change: give --name, --tier, --program or --pricing');
      }
      const session = await connect();
      if (edit.tier !== undefined) await requireReleasedTier(distDir, id, edit.tier);
      const { account, changed, risks } = await setAccount(session, id, edit);
      const result = changed ? 'changed' : 'unchanged: it has these values already';
      const text = `${result}\n${renderFacts(factsOf(account))}`;
      return { json: { ...account, changed }, text, risks };
    },
  },
  {
    name: 'account show',
    usage: '<account>',
    summary: 'shows an account',
    details: '',
    examples: ['account show acme', 'account show acme --json'],
    async run(args, { connect }) {
      const id = read.account(readArguments(args, ['<account>'], {}).operands[0]);
      const account = await findAccount((await connect()).redis, id);
      const keys = `${account.activeKeys} active of ${maxActiveKeys}`;
      return { json: account, text: renderFacts({ ...factsOf(account), keys }) };
    },
  },
  {
    name: 'account list',
    usage: '',
    summary: 'lists the accounts, each with its number of active keys',
    details: '',
    examples: ['account list', 'account list --json'],
    async run(args, { connect }) {
      readArguments(args, [], {});
      const { redis } = await connect();
      const failures: Error[] = [];
      const accounts = await listAccounts(redis, (error) => failures.push(error));
      const rows = accounts.map(({ id, tier, program, distributorPricing, activeKeys, name }) => [
        ...[id, tier, program, onOrOff(distributorPricing), activeKeys, name],
      ]);
      const headings = ['ACCOUNT', 'TIER', 'PROGRAM', 'PRICING', 'KEYS', 'NAME'];
      return { json: accounts, text: renderTable(headings, rows), failures };
    },
  },
];
