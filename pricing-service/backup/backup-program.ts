/** `npm run backup`: backups of accounts, API keys and audit, which are only in Redis. */
import { dirname } from 'node:path';
import { z } from 'zod';
import { redisKeys } from '../../contract/redis-keys.ts';
import { CommandRefused } from '../keys-command/failures.ts';
import {
  type Program,
  readArgument,
  readArguments,
  type Subcommand,
} from '../keys-command/subcommand.ts';
import { renderFacts } from '../keys-command/table.ts';
import { msUntilRevocation } from '../registry/records.ts';
import { type Backup, readBackup, renderBackup } from './backup-file.ts';
import { removeOlder, writeBackupFile } from './private-folder.ts';
import { readSnapshot } from './snapshot.ts';
import { publish, writeBack } from './write-back.ts';

const command = 'npm run backup --';
/** Maximum number of losses of one kind that are shown. */
const maxShown = 20;

function toJson(file: string, { header, audit }: Backup) {
  const { createdAt, accounts, keys, auditEntries } = header;
  const last = audit.at(-1);
  const lastChange = last === undefined ? null : new Date(Number.parseInt(last, 10)).toISOString();
  return { file, createdAt, lastChange, accounts, keys, auditEntries };
}

function render(file: string, backup: Backup): string {
  const { createdAt, lastChange, accounts, keys, auditEntries } = toJson(file, backup);
  return renderFacts([
    ...([
      ['file', file],
      ['created', createdAt],
      ['last change', lastChange],
    ] as const),
    ...([
      ['accounts', accounts],
      ['keys', keys],
      ['audit', `${auditEntries} entries`],
    ] as const),
  ]);
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
    const path = await writeBackupFile(
      operands[0],
      'accounts',
      snapshot.takenAt,
      renderBackup(snapshot),
    );
    const backup = await readBackup(path);
    const removed = keep === undefined || failures.length > 0 ? [] : await removeOlder(path, keep);
    const also = removed.map((name) => `removed ${name}\n`).join('');
    return {
      json: { ...toJson(path, backup), removed },
      text: `${render(path, backup)}${also}`,
      failures,
    };
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
    const backup = await readBackup(file);
    return { json: toJson(file, backup), text: `whole\n${render(file, backup)}` };
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
    let replaced: { path: string; present: Backup; lastEntry: string } | undefined;
    if (values.replace && (await redis.exists(redisKeys.accounts)) === 1) {
      const damaged: string[] = [];
      const snapshot = await readSnapshot(redis, ({ message }) => damaged.push(message));
      const bytes = renderBackup(snapshot);
      const path = await writeBackupFile(dirname(file), 'replaced', snapshot.takenAt, bytes);
      replaced = { path, present: await readBackup(path), lastEntry: snapshot.lastEntry };
      const losses =
        [...describeLosses(replaced.present, backup), ...damaged].join('\n') || 'nothing is lost';
      const kept = `A backup of what Redis holds is ${path}.`;
      if (!values.yes && ask === undefined) {
        throw new CommandRefused(
          `nothing was replaced: there is no terminal to ask on; add --yes. Losses of this restore: ${losses.replaceAll('\n', '; ')}. ${kept}`,
        );
      }
      const question = `${losses}\n${kept}\nReplace it by the backup of ${backup.header.createdAt}?`;
      if (!values.yes && !(await ask?.(question))) {
        throw new CommandRefused(`nothing was replaced; ${path} stays`);
      }
    }
    const risks = await writeBack(session, backup, replaced?.lastEntry);
    // If this fails, services notice the restore within 60 seconds.
    const changed = [...backup.accounts.keys(), ...(replaced?.present.accounts.keys() ?? [])];
    await publish(redis, new Set(changed)).catch(() => {});
    const kept = replaced === undefined ? '' : `replaced  ${replaced.path}\n`;
    const json = { ...toJson(file, backup), replaced: replaced?.path ?? null };
    return { json, text: `restored\n${render(file, backup)}${kept}`, risks };
  },
};

/** Returns what a restore would lose or undo, one line for each kind. */
function describeLosses(present: Backup, backup: Backup): string[] {
  const at = Date.parse(present.header.createdAt);
  const endOf = (key: Readonly<Record<string, string>>) =>
    msUntilRevocation({ revoked: key['revoked'], revokedAt: key['revokedAt'] }, at) ?? Infinity;
  const nameOf = (key: Readonly<Record<string, string>>) =>
    `${key['account']} ${key['id']} "${key['label']}"`;
  const keys = [...present.keys];
  const entries = new Set(backup.audit);
  const losses: Record<string, string[]> = {
    'accounts that are lost': [...present.accounts.keys()].filter((id) => !backup.accounts.has(id)),
    'accounts that are changed back': [...present.accounts].flatMap(([id, fields]) => {
      const before = backup.accounts.get(id);
      const names = Object.keys(fields).filter((name) => before && fields[name] !== before[name]);
      const changes = names.map(
        (name) => `${name} ${fields[name]}, in the backup ${before?.[name]}`,
      );
      return changes.length === 0 ? [] : [`${id} (${changes.join(', ')})`];
    }),
    'keys that are lost, and refused from then on': keys
      .filter(([hash]) => !backup.keys.has(hash))
      .map(([, key]) => nameOf(key)),
    'keys that were revoked since the backup, and work again': keys
      .filter(([hash, key]) => endOf(backup.keys.get(hash) ?? key) > endOf(key))
      .map(([, key]) => nameOf(key)),
    'entries of the audit that are lost': present.audit.filter((id) => !entries.has(id)),
  };
  return Object.entries(losses).flatMap(([what, items]) => {
    const more = items.length > maxShown ? ` and ${items.length - maxShown} more` : '';
    return items.length === 0
      ? []
      : [`${what} (${items.length}): ${items.slice(0, maxShown).join(', ')}${more}`];
  });
}

const subcommands = [create, verify, restore];

export const backupProgram: Program = {
  command,
  subcommands,
  overview: () => `Usage: ${command} <command> …

Backups of accounts, API keys and audit, which are only in Redis. The guide is
docs/operation.md, "Backup and restore".

${subcommands.map(({ name, summary }) => `  ${name.padEnd(8)} ${summary}\n`).join('')}
Each command takes --json (with npm run --silent) and --help.

The server is REDIS_URL (default: redis://127.0.0.1:6379). Exit codes: 0 done, 1 refused or the
file is damaged, 2 invalid usage, 3 Redis cannot be reached or refuses, 4 restored, but the data may
be lost, 5 not all steps were done, for the printed reason.
`,
};
