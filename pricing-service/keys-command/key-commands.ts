/** The subcommands of `npm run keys` that create, list, revoke and rotate keys. */
import { maxActiveKeys } from '../../contract/api-key.ts';
import type { RegistrySession } from '../registry/change.ts';
import { ChangeRefused } from '../registry/failures.ts';
import { createKey, type Ending, listKeys, revokeKey, rotateKey } from '../registry/keys.ts';
import { read } from './arguments.ts';
import { CommandRefused, command, UnwritableOutput, UsageError } from './failures.ts';
import { formatSecond, renderIssuedKey, renderKeys } from './key-text.ts';
import { readGrace, readRevokeAt } from './moments.ts';
import { type Context, readArguments, type Subcommand } from './subcommand.ts';

/** `key create`: creates a key and shows it. */
export const keyCreate: Subcommand = {
  name: 'key create',
  usage: '<account> --label LABEL',
  summary: 'creates a key and shows it, only this once',
  details: `  --label LABEL   what the key is for, so that people can tell keys apart

Only linked and approved accounts get keys, at most ten active ones. The key works at once.
`,
  examples: ['key create acme --label "ERP, Montréal"', 'key create acme --label web --json'],
  async run(args, context) {
    const { operands, values } = readArguments(args, ['<account>'], { label: { type: 'string' } });
    const account = read.account(operands[0]);
    const label = read.label(values.label);
    requireIssuance(context);
    const session = await context.connect();
    const advice = `revoke one first: ${command} key revoke ${account} <key id>`;
    const issued = await explainIfFull(session, account, advice, () =>
      createKey(session, { account, label }),
    );
    const { risks, ...json } = issued;
    const text = renderIssuedKey(account, issued);
    return { json: { account, ...json }, text, risks, hasKey: true };
  },
};

/** `key list`: lists all keys of an account, also revoked ones. Reports damaged records on standard error. */
export const keyList: Subcommand = {
  name: 'key list',
  usage: '<account>',
  summary: 'lists the keys of an account, including revoked ones',
  details: 'The last four characters show which key a person has. Days are in UTC.\n',
  examples: ['key list acme', 'key list acme --json'],
  async run(args, { connect }) {
    const { operands } = readArguments(args, ['<account>'], {});
    const account = read.account(operands[0]);
    const { redis } = await connect();
    const failures: Error[] = [];
    const keys = await listKeys(redis, account, (error) => failures.push(error));
    return { json: keys, text: renderKeys(keys), failures };
  },
};

/** `key revoke`: revokes a key immediately and permanently. */
export const keyRevoke: Subcommand = {
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
    const session = await connect();
    const { revokedAt, already, risks } = await revokeKey(session, account, id);
    return {
      json: { account, id, revokedAt, already },
      text: `key ${id} of ${account} ${already ? `was revoked already, at ${revokedAt}` : 'is revoked'}\n`,
      risks,
    };
  },
};

const rotateOptions = { grace: { type: 'string' }, 'revoke-at': { type: 'string' } } as const;

/** Default of `--grace`, the duration for which a replaced key stays active. */
const defaultGrace = '24h';

/** `key rotate`: creates a key now and revokes the old one later, after 24 hours unless an option sets another time. */
export const keyRotate: Subcommand = {
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
    const { operands, values } = readArguments(args, ['<account>', '<key id>'], rotateOptions);
    const account = read.account(operands[0]);
    const id = read.keyId(operands[1]);
    const ending = readEnding(values.grace, values['revoke-at'], context.now());
    requireIssuance(context);
    const session = await context.connect();
    const advice = `revoke one first, or rotate with --grace 0: ${command} key revoke ${account} <key id>`;
    const rotated = await explainIfFull(session, account, advice, () =>
      rotateKey(session, account, id, ending),
    );
    const { risks, ...json } = rotated;
    const { revokedAt } = rotated.replaces;
    const end =
      revokedAt <= rotated.createdAt ? 'is revoked' : `works until ${formatSecond(revokedAt)}`;
    const text = `${renderIssuedKey(account, rotated)}The old key ${id} ${end}.\n`;
    return { json: { account, ...json }, text, risks, hasKey: true };
  },
};

function readEnding(
  grace: string | undefined,
  revokeAt: string | undefined,
  nowMs: number,
): Ending {
  if (revokeAt === undefined) return { graceMs: readGrace(grace ?? defaultGrace) };
  if (grace !== undefined) throw new UsageError('give either --grace or --revoke-at');
  return { revokeAtMs: readRevokeAt(revokeAt, nowMs) };
}

/**
 * Throws `UnwritableOutput` if standard output is closed or the null device, so that a new key would be lost, and
 * `CommandRefused` if the setting KEY_ISSUANCE disables new keys.
 */
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

/**
 * Runs `create`, which creates a key, and returns its result. If the account has the maximum number of keys, throws a
 * `CommandRefused` that lists its active keys and ends in `advice`.
 */
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
      `${account} has ${maxActiveKeys} active keys already (${active.join(', ')}); ${advice}`,
      { cause: error },
    );
  }
}
