import { findAccount } from '../accounts/registry/accounts.ts';
import { renderAccountEntry } from './account-text.ts';
import { read } from './arguments.ts';
import { readArguments, type Subcommand } from './subcommand.ts';

/** `account show`: one account. */
export const accountShow: Subcommand = {
  name: 'account show',
  usage: '<account>',
  summary: 'shows an account',
  details: '',
  examples: ['account show acme', 'account show acme --json'],
  async run(args, { connect }) {
    const { operands } = readArguments(args, ['<account>'], {});
    const id = read.account(operands[0]);
    const { redis } = await connect();
    const account = await findAccount(redis, id);
    return { json: account, text: renderAccountEntry(account) };
  },
};
