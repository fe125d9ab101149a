import { dirname } from 'node:path';
import type { Redis } from 'ioredis';
import { redisKeys } from '../../contract/redis-keys.ts';
import { CommandRefused } from '../keys-command/failures.ts';
import { type Context, readArguments, type Subcommand } from '../keys-command/subcommand.ts';
import { renderBackup, toJson } from './backup-text.ts';
import { type BackupContents, checkBackup, renderFindings } from './check-backup.ts';
import { findLosses, renderLosses } from './losses.ts';
import { type MadeBackup, makeBackup } from './make-backup.ts';
import { noEntry, writeBack } from './write-back.ts';

const options = { replace: { type: 'boolean' }, yes: { type: 'boolean' } } as const;

/**
 * `restore`: writes the accounts, keys and audit of a backup file to the Redis at REDIS_URL. Refuses if this Redis
 * holds accounts, unless the option `--replace` is given.
 */
export const restore: Subcommand = {
  name: 'restore',
  usage: 'FILE [--replace [--yes]]',
  summary: 'restores a backup into a Redis that has no accounts',
  details: `  --replace   replaces the accounts in Redis: shows what would be lost, asks for confirmation, and
              keeps a backup of them in the folder of FILE (replaced-…)
  --yes       does not ask

The file is checked first. Until the restore is complete, requests with a key get 503. If it was
interrupted, run the same command again. Changes that were made after the backup are lost: keys that
were revoked since then work again..
`,
  examples: [
    'restore /var/backups/catalogue/accounts-2026-11-22T031500.000Z.jsonl.gz',
    'restore accounts-2026-11-22T031500.000Z.jsonl.gz --replace',
  ],
  async run(args, { connect, ask }) {
    const { operands, values } = readArguments(args, ['FILE'], options);
    const [file] = operands;
    const contents = await checkBackup(file);
    const session = await connect({ mayBeEmpty: true });
    const replaced = values.replace
      ? await prepareToReplace(session.redis, file, contents, values.yes ? undefined : { ask })
      : undefined;
    const { risks } = await writeBack(session, file, contents, toReplace(replaced));
    const kept =
      replaced === undefined
        ? ''
        : `replaced  ${replaced.path}\n${renderDamage('what was replaced', replaced)}`;
    return {
      json: { ...toJson(file, contents), replaced: replaced?.path ?? null },
      text: `restored\n${renderBackup(file, contents)}${kept}`,
      risks,
    };
  },
};

/**
 * Prepares a restore that replaces the accounts in Redis: writes a backup of them to the folder of `file`, shows what a
 * restore of `contents` (the backup in `file`) would lose, and asks whether to replace them. If `asking` is undefined
 * (option `--yes`), writes the backup but neither shows nor asks. Returns the new backup, or undefined if Redis holds
 * no accounts. Throws `CommandRefused` if the answer is no or there is no terminal to ask on; the new backup stays.
 */
async function prepareToReplace(
  redis: Redis,
  file: string,
  contents: BackupContents,
  asking: Pick<Context, 'ask'> | undefined,
): Promise<MadeBackup | undefined> {
  if ((await redis.exists(redisKeys.accounts)) === 0) return undefined;
  const made = await makeBackup(redis, dirname(file), 'replaced');
  if (asking === undefined) return made;
  const losses = `${renderLosses(findLosses(made.contents, contents))}${renderDamage('what Redis holds', made)}`;
  if (asking.ask === undefined) {
    const lines = losses.trimEnd().replaceAll('\n', '; ');
    throw new CommandRefused(
      `nothing was replaced: there is no terminal to ask on; add --yes. Losses of this restore: ${lines}. A backup of what Redis holds is ${made.path}`,
    );
  }
  const { createdAt } = contents.header;
  const question = `${losses}A backup of what Redis holds now is ${made.path}.\nReplace it by the backup of ${createdAt}?`;
  if (await asking.ask(question)) return made;
  throw new CommandRefused(`nothing was replaced; ${made.path} stays`);
}

/**
 * Renders the inconsistencies of a backup that was made of Redis as one line, which begins with `what`:
 * `what Redis holds does not fit together: line 2: account acme has no record (lines of replaced-….jsonl.gz)`. Returns
 * an empty string for a consistent backup.
 */
function renderDamage(what: string, { path, findings }: MadeBackup): string {
  return findings.length === 0 ? '' : `${what} ${renderFindings(findings)} (lines of ${path})\n`;
}

function toReplace(replaced: MadeBackup | undefined) {
  if (replaced === undefined) return undefined;
  const { accounts, audit } = replaced.contents;
  return { lastEntry: [...audit].at(-1) ?? noEntry, accounts: accounts.keys() };
}
