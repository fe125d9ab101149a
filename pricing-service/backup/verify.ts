import { readArguments, type Subcommand } from '../keys-command/subcommand.ts';
import { renderBackup, toJson } from './backup-text.ts';
import { checkBackup } from './check-backup.ts';

/** `verify`: checks a backup file without Redis, and prints its times and counts. */
export const verify: Subcommand = {
  name: 'verify',
  usage: 'FILE',
  summary: 'checks a backup without Redis, and prints its contents',
  details: `Exits with 0 if the file is complete and undamaged; otherwise with 1, after the line and its fault.
`,
  examples: ['verify /var/backups/catalogue/accounts-2026-11-22T031500.000Z.jsonl.gz'],
  async run(args) {
    const { operands } = readArguments(args, ['FILE'], {});
    const [file] = operands;
    const contents = await checkBackup(file);
    return { json: toJson(file, contents), text: `whole\n${renderBackup(file, contents)}` };
  },
};
