import { listAccounts } from '../accounts/registry/accounts.ts';
import { renderAccounts } from './account-text.ts';
import { readArguments, type Subcommand } from './subcommand.ts';

/** `account list`: every account. */
export const accountList: Subcommand = {
  name: 'account list',
  usage: '',
  summary: 'lists the accounts, with how many active keys each has',
  details: '',
  examples: ['account list', 'account list --json'],
  async run(args, { connect }) {
    readArguments(args, [], {});
    const { redis } = await connect();
    const accounts = await listAccounts(redis);
    return { json: accounts, text: renderAccounts(accounts) };
  },
};
