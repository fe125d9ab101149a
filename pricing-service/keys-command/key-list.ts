import { listKeys } from '../accounts/registry/keys.ts';
import { read } from './arguments.ts';
import { renderKeys } from './key-text.ts';
import { readArguments, type Subcommand } from './subcommand.ts';

/** `key list`: the keys that an account has and had. */
export const keyList: Subcommand = {
  name: 'key list',
  usage: '<account>',
  summary: 'lists the keys of an account, revoked ones too',
  details: 'The last four characters tell which key a person holds. Days are in UTC.\n',
  examples: ['key list acme', 'key list acme --json'],
  async run(args, { connect }) {
    const { operands } = readArguments(args, ['<account>'], {});
    const account = read.account(operands[0]);
    const { redis } = await connect();
    const keys = await listKeys(redis, account);
    return { json: keys, text: renderKeys(keys) };
  },
};
