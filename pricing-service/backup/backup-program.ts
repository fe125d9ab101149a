/** `npm run backup`: backups of accounts, API keys and audit, which are only in Redis. */
import { dirname } from 'node:path';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { Ask } from '../../console/ask.ts';
import { redisKeys } from '../../contract/redis-keys.ts';
import { readArgument, readArguments } from '../keys-command/arguments.ts';
import { CommandRefused } from '../keys-command/failures.ts';
import { type Program, renderFacts, type Subcommand } from '../keys-command/program.ts';
import { msUntilRevocation } from '../registry/records.ts';
import { type Backup, readBackup } from './backup-file.ts';
import { removeOlder, writeBackupFile } from './private-folder.ts';
import { readSnapshot } from './snapshot.ts';
import { publish, writeBack } from './write-back.ts';

/** Maximum number of losses of one kind that are shown. */
const maxShown = 20;

/** Returns what a backup contains, for `--json` and as text. */
function describe(file: string, { header, audit }: Backup) {
  const { createdAt, accounts, keys, auditEntries } = header;
  const last = audit.at(-1);
  const lastChange = last === undefined ? null : new Date(Number.parseInt(last, 10)).toISOString();
  const facts = { file, created: createdAt, 'last change': lastChange, accounts, keys };
  return {
    json: { file, createdAt, lastChange, accounts, keys, auditEntries },
    text: renderFacts({ ...facts, audit: `${auditEntries} entries` }),
  };
}

const keepSchema = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be the number of backups to keep, 1 or more')
  .transform(Number);

const create: Subcommand = {
  name: 'create',
  usage: 'FOLDER [--keep N]',
  summary: 'backs up accounts, keys and audit into a new file of a folder',
  details: `  FOLDER     the folder of the backups; it is created if it is missing, and must not be open to
             other users (mode 700)
  --keep N   then removes all backups in the folder except the newest N, by name

The file is named after the time of the data in it, in UTC, and is read again and checked. Damaged
records are named and left out; the exit code is 1 then.
`,
  examples: ['create /var/backups/catalogue', 'create /var/backups/catalogue --keep 30'],
  async run(args, { connect }) {
    const { operands, values } = readArguments(args, ['FOLDER'], { keep: { type: 'string' } });
    const keep =
      values.keep === undefined ? undefined : readArgument('--keep', keepSchema, values.keep);
    const { redis } = await connect();
    const failures: Error[] = [];
    const snapshot = await readSnapshot(redis, (error) => failures.push(error));
    const path = await writeBackupFile(operands[0], 'accounts', snapshot);
    const { json, text } = describe(path, await readBackup(path));
    const removed = keep && failures.length === 0 ? await removeOlder(path, keep) : [];
    const also = removed.map((name) => `removed ${name}\n`).join('');
    return { json: { ...json, removed }, text: `${text}${also}`, failures };
  },
};

const verify: Subcommand = {
  name: 'verify',
  usage: 'FILE',
  summary: 'checks a backup without Redis, and prints its contents',
  details:
    'Exits with 0 if the file is complete and undamaged; otherwise with 1, after its fault.\n',
  examples: ['verify /var/backups/catalogue/accounts-2026-11-22T031500.000Z.jsonl.gz'],
  async run(args) {
    const [file] = readArguments(args, ['FILE'], {}).operands;
    const { json, text } = describe(file, await readBackup(file));
    return { json, text: `whole\n${text}` };
  },
};

const restore: Subcommand = {
  name: 'restore',
  usage: 'FILE [--replace [--yes]]',
  summary: 'restores a backup into a Redis that has no accounts',
  details: `  --replace   replaces the accounts in Redis: shows what would be lost, asks for confirmation, and
              keeps a backup of them in the folder of FILE (replaced-…)
  --yes       does not ask

The file is checked first. Until the restore is complete, requests with a key get 503. If it was
interrupted, run the same command again. Changes that were made after the backup are lost: keys that
were revoked since then work again.
`,
  examples: [
    'restore /var/backups/catalogue/accounts-2026-11-22T031500.000Z.jsonl.gz',
    'restore accounts-2026-11-22T031500.000Z.jsonl.gz --replace',
  ],
  async run(args, { connect, ask }) {
    const options = { replace: { type: 'boolean' }, yes: { type: 'boolean' } } as const;
    const { operands, values } = readArguments(args, ['FILE'], options);
    const [file] = operands;
    const backup = await readBackup(file);
    const session = await connect({ mayBeEmpty: true });
    const { redis } = session;
    const isReplaced = values.replace && (await redis.exists(redisKeys.accounts)) === 1;
    const replaced = isReplaced
      ? await confirmReplacement(redis, file, backup, values.yes ? async () => true : ask)
      : undefined;
    const risks = await writeBack(session, backup, replaced?.lastEntry);
    // If this fails, services notice the restore within 60 seconds.
    const changed = [...backup.accounts.keys(), ...(replaced?.ids ?? [])];
    await publish(redis, new Set(changed)).catch(() => {});
    const { json, text } = describe(file, backup);
    const kept = replaced === undefined ? '' : `replaced  ${replaced.path}\n`;
    return {
      json: { ...json, replaced: replaced?.path ?? null },
      text: `restored\n${text}${kept}`,
      risks,
    };
  },
};

/**
 * Backs up what Redis holds beside `file`, and asks whether its losses are intended. Returns the path,
 * and what was backed up. Throws `CommandRefused` if the answer is no, or nobody can be asked.
 */
async function confirmReplacement(redis: Redis, file: string, backup: Backup, ask?: Ask) {
  const damaged: string[] = [];
  const snapshot = await readSnapshot(redis, ({ message }) => damaged.push(message));
  const path = await writeBackupFile(dirname(file), 'replaced', snapshot);
  const losses = [...describeLosses(await readBackup(path), backup), ...damaged];
  if (losses.length === 0) losses.push('nothing is lost');
  const kept = `A backup of what Redis holds is ${path}.`;
  if (ask === undefined) {
    throw new CommandRefused(
      `nothing was replaced: there is no terminal to ask on; add --yes. Losses of this restore: ${losses.join('; ')}. ${kept}`,
    );
  }
  const question = `${losses.join('\n')}\n${kept}\nReplace it by the backup of ${backup.header.createdAt}?`;
  if (!(await ask(question))) throw new CommandRefused(`nothing was replaced; ${path} stays`);
  return { path, ids: snapshot.ids, lastEntry: snapshot.lastEntry };
}

/** Returns what a restore would lose or undo, one line for each kind. */
function describeLosses(present: Backup, backup: Backup): string[] {
  type Fields = Readonly<Record<string, string>>;
  const at = Date.parse(present.header.createdAt);
  const endOf = (key: Fields) =>
    msUntilRevocation({ revoked: key['revoked'], revokedAt: key['revokedAt'] }, at) ?? Infinity;
  const nameOf = ([, key]: [string, Fields]) => `${key['account']} ${key['id']} "${key['label']}"`;
  const describeChange = ([id, fields]: [string, Fields]) => {
    const before = backup.accounts.get(id) ?? fields;
    const changes = Object.keys(fields)
      .filter((name) => fields[name] !== before[name])
      .map((name) => `${name} ${fields[name]}, in the backup ${before[name]}`);
    return changes.length === 0 ? [] : [`${id} (${changes.join(', ')})`];
  };
  const keys = [...present.keys];
  const entries = new Set(backup.audit);
  const losses: Record<string, string[]> = {
    'accounts that are lost': [...present.accounts.keys()].filter((id) => !backup.accounts.has(id)),
    'accounts that are changed back': [...present.accounts].flatMap(describeChange),
    'keys that are lost, and refused from then on': keys
      .filter(([hash]) => !backup.keys.has(hash))
      .map(nameOf),
    'keys that were revoked since the backup, and work again': keys
      .filter(([hash, key]) => endOf(backup.keys.get(hash) ?? key) > endOf(key))
      .map(nameOf),
    'entries of the audit that are lost': present.audit.filter((id) => !entries.has(id)),
  };
  return Object.entries(losses).flatMap(([what, items]) => {
    const more = items.length > maxShown ? ` and ${items.length - maxShown} more` : '';
    if (items.length === 0) return [];
    return [`${what} (${items.length}): ${items.slice(0, maxShown).join(', ')}${more}`];
  });
}

export const backupProgram: Program = {
  command: 'npm run backup --',
  subcommands: [create, verify, restore],
  about: [
    `Backups of accounts, API keys and audit, which are only in Redis. The guide is
docs/operation.md, "Backup and restore".
`,
    `Each command takes --json (with npm run --silent) and --help.

The server is REDIS_URL (default: redis://127.0.0.1:6379). Exit codes: 0 done, 1 refused or the
file is damaged, 2 invalid usage, 3 Redis cannot be reached or refuses, 4 restored, but the data may
be lost, 5 not all steps were done, for the printed reason.
`,
  ],
};
