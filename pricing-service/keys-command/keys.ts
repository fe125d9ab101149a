/** The subcommands of `npm run keys` that create, list, revoke and rotate keys. */
import { maxActiveKeys } from '../../contract/api-key.ts';
import type { RegistrySession } from '../registry/change.ts';
import { ChangeRefused } from '../registry/failures.ts';
import { createKey, type IssuedKey, listKeys, revokeKey, rotateKey } from '../registry/keys.ts';
import type { KeyEntry } from '../registry/records.ts';
import { read, readArguments, readGrace, readRevokeAt } from './arguments.ts';
import { CommandRefused, command, UnwritableOutput, UsageError } from './failures.ts';
import { type Context, renderFacts, renderTable, type Subcommand } from './program.ts';

/** Default of `--grace`, the duration for which a replaced key stays active. */
const defaultGrace = '24h';

const toDay = (moment: string) => moment.slice(0, 10);
const toSecond = (moment: string) => `${moment.slice(0, 19)}Z`;

/** `key create`, `list`, `revoke` and `rotate`. */
export const key: readonly Subcommand[] = [
  {
    name: 'key create',
    usage: '<account> --label LABEL',
    summary: 'creates a key and shows it, only this once',
    details: `  --label LABEL   what the key is for, so that people can tell keys apart

Only linked and approved accounts get keys, at most ten active ones. The key works at once.
`,
    examples: ['key create acme --label "ERP, Montréal"', 'key create acme --label web --json'],
    async run(args, context) {
      const options = { label: { type: 'string' } } as const;
      const { operands, values } = readArguments(args, ['<account>'], options);
      const account = read.account(operands[0]);
      const label = read.label(values.label);
      requireIssuance(context);
      const session = await context.connect();
      const { risks, ...issued } = await explainIfFull(session, account, 'revoke one first', () =>
        createKey(session, { account, label }),
      );
      const text = renderIssued(account, issued);
      return { json: { account, ...issued }, text, risks, hasKey: true };
    },
  },
  {
    name: 'key list',
    usage: '<account>',
    summary: 'lists the keys of an account, including revoked ones',
    details: 'The last four characters show which key a person has. Days are in UTC.\n',
    examples: ['key list acme', 'key list acme --json'],
    async run(args, { connect }) {
      const account = read.account(readArguments(args, ['<account>'], {}).operands[0]);
      const { redis } = await connect();
      const failures: Error[] = [];
      const keys = await listKeys(redis, account, (error) => failures.push(error));
      const rows = keys.map((key) => [
        ...[key.id, `…${key.lastFour}`, toDay(key.createdAt), key.lastUsed],
        ...[renderState(key), key.label],
      ]);
      const headings = ['KEY ID', 'LAST FOUR', 'CREATED', 'LAST USED', 'STATE', 'LABEL'];
      const text = rows.length === 0 ? 'no keys\n' : renderTable(headings, rows);
      return { json: keys, text, failures };
    },
  },
  {
    name: 'key revoke',
    usage: '<account> <key id>',
    summary: 'revokes a key permanently',
    details: `The key is refused within 60 seconds, normally within one, and no longer counts towards the ten.
Revoking a revoked key changes nothing and succeeds.
`,
    examples: ['key revoke acme 7k3fq9xz'],
    async run(args, { connect }) {
      const { operands } = readArguments(args, ['<account>', '<key id>'], {});
      const account = read.account(operands[0]);
      const id = read.keyId(operands[1]);
      const { revokedAt, already, risks } = await revokeKey(await connect(), account, id);
      const result = already ? `was revoked already, at ${revokedAt}` : 'is revoked';
      const text = `key ${id} of ${account} ${result}\n`;
      return { json: { account, id, revokedAt, already }, text, risks };
    },
  },
  {
    name: 'key rotate',
    usage: '<account> <key id> [--grace DURATION | --revoke-at MOMENT]',
    summary: 'replaces a key by a new one; the old one works for a while',
    details: `  --grace DURATION     how long the old key works: 30m, 24h, 7d, or 0 (default: ${defaultGrace})
  --revoke-at MOMENT   when it ends: 2027-01-31T18:00Z, or a day, which begins in UTC

The new key has the label of the old one. Until the old one ends, both count towards the ten; with
--grace 0, a key of an account with ten can also be rotated. key revoke ends the old key sooner.
`,
    examples: [
      'key rotate acme 7k3fq9xz',
      'key rotate acme 7k3fq9xz --grace 7d',
      'key rotate acme 7k3fq9xz --revoke-at 2027-01-31T18:00-05:00',
    ],
    async run(args, context) {
      const options = { grace: { type: 'string' }, 'revoke-at': { type: 'string' } } as const;
      const { operands, values } = readArguments(args, ['<account>', '<key id>'], options);
      const account = read.account(operands[0]);
      const id = read.keyId(operands[1]);
      const { grace, 'revoke-at': revokeAt } = values;
      if (grace !== undefined && revokeAt !== undefined) {
        throw new UsageError('give either --grace or --revoke-at');
      }
      const ending =
        revokeAt === undefined
          ? { graceMs: readGrace(grace ?? defaultGrace) }
          : { revokeAtMs: readRevokeAt(revokeAt, context.now()) };
      requireIssuance(context);
      const session = await context.connect();
      const advice = 'revoke one first, or rotate with --grace 0';
      const { risks, ...rotated } = await explainIfFull(session, account, advice, () =>
        rotateKey(session, account, id, ending),
      );
      const { revokedAt } = rotated.replaces;
      const end =
        revokedAt <= rotated.createdAt ? 'is revoked' : `works until ${toSecond(revokedAt)}`;
      const text = `${renderIssued(account, rotated)}The old key ${id} ${end}.\n`;
      return { json: { account, ...rotated }, text, risks, hasKey: true };
    },
  },
];

function renderIssued(account: string, { key, id, label }: Omit<IssuedKey, 'risks'>): string {
  const facts = renderFacts({ account, 'key id': id, label, key });
  return `${facts}Hand the key over now: only its hash is stored, and it is not shown again.\n`;
}

function renderState({ state, revokedAt }: KeyEntry): string {
  if (revokedAt === null || state === 'active') return state;
  return state === 'ending' ? `active until ${toSecond(revokedAt)}` : `revoked ${toDay(revokedAt)}`;
}

/** Throws if a new key would be lost, or if `KEY_ISSUANCE` disables new keys. */
function requireIssuance({ issuesKeys, discardsOutput }: Context): void {
  if (discardsOutput) {
    throw new UnwritableOutput(
      'standard output is closed or discarded, and a key is shown only there: no key was made',
    );
  }
  if (issuesKeys) return;
  throw new CommandRefused(
    'no keys are issued at present (KEY_ISSUANCE is disabled); existing keys keep working and can be revoked',
  );
}

/** Runs `create`; if the account has ten active keys, the error lists them and gives advice. */
async function explainIfFull<Created>(
  { redis }: RegistrySession,
  account: string,
  advice: string,
  create: () => Promise<Created>,
): Promise<Created> {
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof ChangeRefused) || error.refusal.outcome !== 'full') throw error;
    // `key list` reports damaged records.
    const keys = await listKeys(redis, account, () => {});
    const active = keys
      .filter(({ state }) => state !== 'revoked')
      .map(({ id, label, lastFour }) => `${id} "${label}" …${lastFour}`);
    throw new CommandRefused(
      `${account} has ${maxActiveKeys} active keys already (${active.join(', ')}); ${advice}: ${command} key revoke ${account} <key id>`,
      { cause: error },
    );
  }
}
