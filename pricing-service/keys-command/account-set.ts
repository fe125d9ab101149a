import { setAccount } from '../accounts/registry/accounts.ts';
import { requireReleasedTier } from '../accounts/registry/released-tiers.ts';
import { renderAccount } from './account-text.ts';
import { read } from './arguments.ts';
import { UsageError } from './failures.ts';
import { readArguments, type Subcommand } from './subcommand.ts';

const options = {
  name: { type: 'string' },
  tier: { type: 'string' },
  program: { type: 'string' },
  pricing: { type: 'string' },
} as const;

/** `account set`: changes what is given of an account. */
export const accountSet: Subcommand = {
  name: 'account set',
  usage: '<account> [--name NAME] [--tier TIER] [--program P] [--pricing on|off]',
  summary: 'changes an account; its keys follow within 60 seconds',
  details: `  --name NAME     the company's name
  --tier TIER     price tier, one that the deployed catalogue has
  --program P     linked, approved or pending; keys that exist work on
  --pricing P     off: every key of the account answers key_revoked; on: they work again
`,
  examples: ['account set acme --tier A1', 'account set acme --pricing off'],
  async run(args, { connect }) {
    const { operands, values } = readArguments(args, ['<account>'], options);
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
    const author = await connect();
    if (edit.tier !== undefined) await requireReleasedTier(author.redis, id, edit.tier);
    const { account, changed, risks } = await setAccount(author, id, edit);
    const said = changed ? 'changed' : 'unchanged: all was so already';
    return {
      json: { ...account, changed },
      text: `${said}\n${renderAccount(account)}`,
      risks,
    };
  },
};
