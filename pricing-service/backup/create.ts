import { basename } from 'node:path';
import { z } from 'zod';
import { CommandIncomplete } from '../keys-command/failures.ts';
import { readArgument, readArguments, type Subcommand } from '../keys-command/subcommand.ts';
import { renderBackup, toJson } from './backup-text.ts';
import { makeBackup } from './make-backup.ts';
import { listBackups, removeOlder } from './private-folder.ts';

const keepSchema = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be the number of backups to keep, 1 or more')
  .transform(Number);

/** `create`: backs up the accounts, keys and audit of the Redis at REDIS_URL to a new file in a folder. */
export const create: Subcommand = {
  name: 'create',
  usage: 'FOLDER [--keep N]',
  summary: 'backs up accounts, keys and audit into a new file of a folder',
  details: `  FOLDER     the folder of the backups; it is created if it is missing, and must not be open to
             other users (mode 700)
  --keep N   then removes all backups in the folder except the newest N, by name; one with a later
             name than the new one is kept and reported

The file is named after the time of the data in it, in UTC. It is read again and checked before it
gets this name, and before older ones are removed.
`,
  examples: ['create /var/backups/catalogue', 'create /var/backups/catalogue --keep 30'],
  async run(args, { connect, now }) {
    const { operands, values } = readArguments(args, ['FOLDER'], { keep: { type: 'string' } });
    const [folder] = operands;
    const keep =
      values.keep === undefined ? undefined : readArgument('--keep', keepSchema, values.keep);
    const { redis } = await connect();
    // Listed before, because another command may add a backup with a later name after ours.
    const before = await listBackups(folder);
    const { path, contents } = await makeBackup(redis, folder, 'accounts');
    const removed = keep === undefined ? [] : await removeOlder(path, keep, now());
    if (keep !== undefined) requireNewestName(path, before);
    const also = removed.map((name) => `removed ${name}\n`).join('');
    return {
      json: { ...toJson(path, contents), removed },
      text: `${renderBackup(path, contents)}${also}`,
    };
  },
};

/**
 * Throws `CommandIncomplete` if the new backup at `path` has an earlier name than one of the backups in `before`, which
 * were already in the folder. Names contain the time of Redis, so its clock was ahead when those backups were made or
 * is behind now, and `--keep` cannot tell which backups are old.
 */
function requireNewestName(path: string, before: readonly string[]): void {
  const later = before.filter((name) => name > basename(path));
  if (later.length === 0) return;
  throw new CommandIncomplete(
    `the backup ${path} is made, but ${later.length} that were there before have later names (${later[0]} to ${later.at(-1)}), so the clock of Redis was ahead then or is behind now: correct it if it is wrong, and move these files to another folder, because --keep does not remove them`,
  );
}
