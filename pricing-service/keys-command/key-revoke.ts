import { revokeKey } from '../accounts/registry/keys.ts';
import { read } from './arguments.ts';
import { readArguments, type Subcommand } from './subcommand.ts';

/** `key revoke`: ends a key at once and for good. */
export const keyRevoke: Subcommand = {
  name: 'key revoke',
  usage: '<account> <key id>',
  summary: 'revokes a key for good',
  details: `The key is refused within 60 seconds, normally within one. Its place is free for another. Revoking
a revoked key changes nothing and ends well.
`,
  examples: ['key revoke acme 7k3fq9xz'],
  async run(args, { connect }) {
    const { operands } = readArguments(args, ['<account>', '<key id>'], {});
    const account = read.account(operands[0]);
    const id = read.keyId(operands[1]);
    const author = await connect();
    const { revokedAt, already, risks } = await revokeKey(author, account, id);
    return {
      json: { account, id, revokedAt, already },
      text: `key ${id} of ${account} ${already ? `was revoked already, at ${revokedAt}` : 'is revoked'}\n`,
      risks,
    };
  },
};
