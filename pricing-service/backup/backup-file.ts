/**
 * The format of backups: gzip of JSON Lines. The first line is the header, the last one the SHA-256 of the others; each
 * line between them is a Redis key, or a part of a large set or stream.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { redisKeys } from '../../contract/redis-keys.ts';
import { CommandRefused } from '../keys-command/failures.ts';
import { toAccountRecord, toKeyEntry } from '../registry/records.ts';
import type { Snapshot } from './snapshot.ts';

/** Maximum members of a set, or entries of a stream, per line. */
const itemsInLine = 1000;

const texts = z.array(z.string());
const pairs = texts.refine(({ length }) => length % 2 === 0, 'has a name without a value');
const item = z.tuple([z.string(), pairs]);
/** An entry of the audit: its id in the stream, and alternating names and values. */
export type AuditItem = z.infer<typeof item>;

const common = { key: z.string(), expiresAt: z.int().positive().optional() };
const storedSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...common, type: z.literal('hash'), value: pairs }),
  z.strictObject({ ...common, type: z.literal('set'), value: texts }),
  /** Ids of active keys, each with the time of its revocation (milliseconds since 1970, or `inf`). */
  z.strictObject({ ...common, type: z.literal('zset'), value: pairs }),
  z.strictObject({ ...common, type: z.literal('stream'), value: z.array(item) }),
]);
/** A Redis key in a backup, or one part of a large set or stream, as Redis returns it. */
export type StoredKey = z.infer<typeof storedSchema>;

const headerSchema = z.strictObject({
  format: z.literal('apparel-catalogue accounts'),
  version: z.literal(1, 'is one that this program does not know: use the newest'),
  /** The time of the snapshot by the clock of Redis. */
  createdAt: z.iso.datetime(),
  accounts: z.int(),
  /** Number of API keys, including revoked ones. */
  keys: z.int(),
  auditEntries: z.int(),
});

/** The contents of a backup, checked. */
export interface Backup {
  readonly header: z.infer<typeof headerSchema>;
  readonly stored: readonly StoredKey[];
  /** Account id → its fields. */
  readonly accounts: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** SHA-256 of a key → its fields. */
  readonly keys: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Ids of the entries of the audit. */
  readonly audit: readonly string[];
}

/** Returns the bytes of a backup. */
export function renderBackup({ takenAt, ids, stored, audit }: Snapshot): Buffer {
  const parts = <Item>(items: readonly Item[]) =>
    Array.from({ length: Math.ceil(items.length / itemsInLine) }, (_, at) =>
      items.slice(at * itemsInLine, (at + 1) * itemsInLine),
    );
  const lines = [
    {
      format: 'apparel-catalogue accounts',
      version: 1,
      createdAt: new Date(takenAt).toISOString(),
      accounts: ids.length,
      keys: stored.filter(({ key }) => key.startsWith(redisKeys.key(''))).length,
      auditEntries: audit.length,
    },
    ...parts(ids).map((value) => ({ key: redisKeys.accounts, type: 'set', value })),
    ...stored,
    ...parts(audit).map((value) => ({ key: redisKeys.audit, type: 'stream', value })),
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  return gzipSync(`${text}${JSON.stringify({ sha256 })}\n`);
}

/**
 * Reads and checks a backup. Throws `CommandRefused` if it cannot be read, is cut off or changed, or if its accounts, keys
 * and counts contradict each other.
 */
export async function readBackup(path: string): Promise<Backup> {
  const refuse = (reason: string, cause?: unknown): never => {
    throw new CommandRefused(`${path} cannot be used: ${reason}`, { cause });
  };
  let text = '';
  try {
    text = gunzipSync(await readFile(path)).toString();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    refuse(code === 'Z_BUF_ERROR' ? 'it is cut off' : message, cause);
  }
  const lines = text.split('\n').slice(0, -1);
  const last = lines.pop() ?? '';
  const sha256 = createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex');
  if (last !== JSON.stringify({ sha256 }))
    refuse('its checksum is missing or wrong: it was changed');
  const parse = <Value>(schema: z.ZodType<Value>, line: string, at: number): Value => {
    const { data, error } = schema.safeParse(JSON.parse(line));
    const [issue] = error?.issues ?? [];
    if (issue) refuse(`line ${at + 1}: ${issue.path.join('.')} ${issue.message}`);
    return data as Value;
  };
  const [head = '{}', ...rest] = lines;
  const header = parse(headerSchema, head, 0);
  const stored = rest.map((line, at) => parse(storedSchema, line, at + 1));
  const backup = collect(header, stored);
  const faults = faultsOf(backup);
  if (faults.length > 0) refuse(`it does not fit together: ${faults.slice(0, 10).join('; ')}`);
  return backup;
}

const [accountPrefix, keyPrefix] = [redisKeys.account(''), redisKeys.key('')];

function collect(header: Backup['header'], stored: readonly StoredKey[]): Backup {
  const named = (prefix: string) =>
    stored.flatMap(({ key, type, value }) => {
      const name = key.slice(prefix.length);
      if (type !== 'hash' || !key.startsWith(prefix) || name.includes(':')) return [];
      return [[name, fieldsOf(value)] as const];
    });
  return {
    ...{ header, stored, accounts: new Map(named(accountPrefix)), keys: new Map(named(keyPrefix)) },
    audit: stored.flatMap((line) => (line.type === 'stream' ? line.value.map(([id]) => id) : [])),
  };
}

/** Returns what contradicts itself in a backup; a restore of it would lose or forge keys. */
function faultsOf({ header, stored, accounts, keys, audit }: Backup): string[] {
  const ids = new Set(stored.flatMap((line) => (line.type === 'set' ? line.value : [])));
  const indexed = new Map(
    [...ids].flatMap((id) => {
      const index = stored.find(({ key }) => key === redisKeys.accountKeys(id));
      return index?.type === 'hash'
        ? Object.entries(fieldsOf(index.value)).map(
            ([keyId, hash]) => [hash, `${id} ${keyId}`] as const,
          )
        : [];
    }),
  );
  const check = (what: string, read: () => unknown) => {
    try {
      read();
      return [];
    } catch {
      return [`the record of ${what} lacks a field or has a wrong one`];
    }
  };
  const counts = { accounts: ids.size, keys: keys.size, auditEntries: audit.length };
  return [
    ...[...ids].filter((id) => !accounts.has(id)).map((id) => `account ${id} has no record`),
    ...[...accounts].flatMap(([id, fields]) =>
      ids.has(id)
        ? check(`account ${id}`, () => toAccountRecord(id, fields))
        : [`account ${id} is not among the ids`],
    ),
    ...[...indexed]
      .filter(([hash]) => !keys.has(hash))
      .map(([, name]) => `key ${name} has no record`),
    ...[...keys].flatMap(([hash, fields]) => {
      const name = `${fields['account']} ${fields['id']}`;
      if (indexed.get(hash) !== name)
        return [`key ${name} is missing among the keys of its account`];
      return check(`key ${name}`, () => toKeyEntry(fields, 0));
    }),
    ...Object.entries(counts).flatMap(([name, count]) => {
      const said = header[name as keyof typeof counts];
      return said === count ? [] : [`the header has ${name} ${said}, not ${count}`];
    }),
  ];
}

/** Converts alternating names and values, as Redis returns a hash, to an object. */
function fieldsOf(value: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    value.flatMap((name, at) => (at % 2 === 0 ? [[name, value[at + 1] ?? '']] : [])),
  );
}
