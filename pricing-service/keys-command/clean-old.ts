import { redisKeys } from '../../contract/redis-keys.ts';
import { readArguments, type Subcommand } from './subcommand.ts';

/** `clean-old`: removes the net prices that versions before 1.1 kept in Redis. */
export const cleanOld: Subcommand = {
  name: 'clean-old',
  usage: '',
  summary: 'removes net prices that earlier versions kept in Redis',
  details: 'Nothing reads them any more. Accounts and keys stay as they are.\n',
  examples: ['clean-old'],
  async run(args, { connect }) {
    readArguments(args, [], {});
    const { redis } = await connect();
    let removed = 0;
    for await (const names of redis.scanStream({ match: redisKeys.everyOlder, count: 1000 })) {
      if ((names as string[]).length > 0) removed += await redis.unlink(names as string[]);
    }
    return { json: { removed }, text: `removed ${removed} keys of Redis\n` };
  },
};
