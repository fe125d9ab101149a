import { createKey } from '../accounts/registry/keys.ts';
import { read } from './arguments.ts';
import { command } from './failures.ts';
import { requireIssuance } from './issuance.ts';
import { renderIssuedKey } from './key-text.ts';
import { readArguments, type Subcommand } from './subcommand.ts';
import { listingWhenFull } from './when-full.ts';

/** `key create`: the only time that a key is seen, but for `key rotate`. */
export const keyCreate: Subcommand = {
  name: 'key create',
  usage: '<account> --label LABEL',
  summary: 'creates a key and shows it, this once',
  details: `  --label LABEL   what the key is for, so that people can tell keys apart

Linked and approved accounts get keys, ten active ones at most. The key works at once.
`,
  examples: ['key create acme --label "ERP, Montréal"', 'key create acme --label web --json'],
  async run(args, context) {
    const { operands, values } = readArguments(args, ['<account>'], { label: { type: 'string' } });
    const account = read.account(operands[0]);
    const label = read.label(values.label);
    requireIssuance(context);
    const author = await context.connect();
    const advice = `revoke one first: ${command} key revoke ${account} <key id>`;
    const issued = await listingWhenFull(author, account, advice, () =>
      createKey(author, { account, label }),
    );
    const { risks, ...json } = issued;
    return { json: { account, ...json }, text: renderIssuedKey(account, issued), risks };
  },
};
