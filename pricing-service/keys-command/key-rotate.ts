import { type Ending, rotateKey } from '../accounts/registry/keys.ts';
import { read } from './arguments.ts';
import { command, UsageError } from './failures.ts';
import { requireIssuance } from './issuance.ts';
import { renderIssuedKey, secondOf } from './key-text.ts';
import { readGrace, readRevokeAt } from './moments.ts';
import { readArguments, type Subcommand } from './subcommand.ts';
import { listingWhenFull } from './when-full.ts';

const options = { grace: { type: 'string' }, 'revoke-at': { type: 'string' } } as const;

/** How long the old key works on when nothing is said. */
const defaultGrace = '24h';

/** `key rotate`: a new key now, and the end of the old one. */
export const keyRotate: Subcommand = {
  name: 'key rotate',
  usage: '<account> <key id> [--grace DURATION | --revoke-at MOMENT]',
  summary: 'creates a key in place of another, which works on for a while',
  details: `  --grace DURATION     how long the old key works on: 30m, 24h, 7d, or 0 (default: ${defaultGrace})
  --revoke-at MOMENT   when it ends: 2027-01-31T18:00Z, or a day, which begins in UTC

The new key has the label of the old one. Until the old one ends both count among the ten; with
--grace 0 a key can be rotated at ten as well. key revoke ends the old key sooner.
`,
  examples: [
    'key rotate acme 7k3fq9xz',
    'key rotate acme 7k3fq9xz --grace 7d',
    'key rotate acme 7k3fq9xz --revoke-at 2027-01-31T18:00-05:00',
  ],
  async run(args, context) {
    const { operands, values } = readArguments(args, ['<account>', '<key id>'], options);
    const account = read.account(operands[0]);
    const id = read.keyId(operands[1]);
    const ending = readEnding(values.grace, values['revoke-at'], context.now());
    requireIssuance(context);
    const author = await context.connect();
    const advice = `revoke one first, or rotate with --grace 0: ${command} key revoke ${account} <key id>`;
    const rotated = await listingWhenFull(author, account, advice, () =>
      rotateKey(author, account, id, ending),
    );
    const { risks, ...json } = rotated;
    const { revokedAt } = rotated.replaces;
    const end =
      revokedAt <= rotated.createdAt ? 'is revoked' : `works until ${secondOf(revokedAt)}`;
    const text = `${renderIssuedKey(account, rotated)}The old key ${id} ${end}.\n`;
    return { json: { account, ...json }, text, risks };
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
