import { addAccount } from '../accounts/registry/accounts.ts';
import { requireReleasedTier } from '../accounts/registry/released-tiers.ts';
import { renderAccount } from './account-text.ts';
import { read } from './arguments.ts';
import { readArguments, type Subcommand } from './subcommand.ts';

const options = {
  name: { type: 'string' },
  tier: { type: 'string' },
  program: { type: 'string' },
} as const;

/** `account add`: adds an account of a tier that the deployed catalogue has. */
export const accountAdd: Subcommand = {
  name: 'account add',
  usage: '<account> --name NAME --tier TIER --program P',
  summary: 'adds an account',
  details: `  <account>       its id: 1 to 64 letters, digits, ".", "_" or "-"; it stays for good
  --name NAME     the company's name
  --tier TIER     price tier, one that the deployed catalogue has
  --program P     linked to the distributor programme, approved, or pending; a pending
                  account gets no keys

The account has distributor pricing; account set switches it off.
`,
  examples: ['account add acme --name "Acme Promotions" --tier A3 --program linked'],
  async run(args, { connect }) {
    const { operands, values } = readArguments(args, ['<account>'], options);
    const account = {
      id: read.account(operands[0]),
      name: read.name(values.name),
      tier: read.tier(values.tier),
      program: read.program(values.program),
    };
    const author = await connect({ mayBeEmpty: true });
    await requireReleasedTier(author.redis, account.id, account.tier);
    const added = await addAccount(author, account);
    const { first, risks } = added;
    const said = first ? 'added, as the first account of this Redis' : 'added';
    const text = `${said}\n${renderAccount(added.account)}`;
    return { json: { ...added.account, first }, text, risks };
  },
};
