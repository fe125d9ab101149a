import { z } from 'zod';
import { readArgument, readArguments, type Subcommand } from '../keys-command/subcommand.ts';
import { renderBackup, toJson } from './backup-text.ts';
import { makeBackup } from './make-backup.ts';
import { removeOlder } from './private-folder.ts';

const keepSchema = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be the number of backups to keep, 1 or more')
  .transform(Number);

/** `create`: backs up the accounts, keys and audit of the Redis at REDIS_URL to a new file in a folder. */
export const create: Subcommand = {
  name: 'create',
  usage: 'FOLDER [--keep N]',
  summary: 'backs up accounts, keys and audit into a new file of a folder',
  details: `  FOLDER     where backups are kept; it is made if it is missing, and must be closed to other
             users (mode 700)
  --keep N   afterwards removes all backups of the folder but the newest N

The file is named after the moment whose state it holds, in UTC. It is read again and checked before
it gets its name, and before an older one is removed.
`,
  examples: ['create /var/backups/catalogue', 'create /var/backups/catalogue --keep 30'],
  async run(args, { connect, now }) {
    const { operands, values } = readArguments(args, ['FOLDER'], { keep: { type: 'string' } });
    const [folder] = operands;
    const keep =
      values.keep === undefined ? undefined : readArgument('--keep', keepSchema, values.keep);
    const { redis } = await connect();
    const { path, contents } = await makeBackup(redis, folder, 'accounts');
    const removed = keep === undefined ? [] : await removeOlder(folder, keep, now());
    const also = removed.map((name) => `removed ${name}\n`).join('');
    return {
      json: { ...toJson(path, contents), removed },
      text: `${renderBackup(path, contents)}${also}`,
    };
  },
};
