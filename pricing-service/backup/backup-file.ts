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
import { fieldsOf, toAccountRecord, toKeyEntry } from '../registry/records.ts';
import type { Snapshot } from './snapshot.ts';

/** Maximum members of a set, or entries of a stream, per line. */
const itemsInLine = 1000;

const texts = z.array(z.string());
const pairs = texts.refine(({ length }) => length % 2 === 0, 'has a name without a value');
/** Entries of the audit: the id in the stream, and alternating names and values. */
const entries = z.array(z.tuple([z.string(), pairs]));

const common = { key: z.string(), expiresAt: z.int().positive().optional() };
const storedSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...common, type: z.literal('hash'), value: pairs }),
  z.strictObject({ ...common, type: z.literal('set'), value: texts }),
  /** Ids of active keys, each with the time of its revocation (milliseconds since 1970, or `inf`). */
  z.strictObject({ ...common, type: z.literal('zset'), value: pairs }),
  z.strictObject({ ...common, type: z.literal('stream'), value: entries }),
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

type Fields = Readonly<Record<string, string>>;

/** The contents of a backup, checked. */
export interface Backup {
  readonly header: z.infer<typeof headerSchema>;
  readonly stored: readonly StoredKey[];
  /** Account id → its fields. */
  readonly accounts: ReadonlyMap<string, Fields>;
  /** SHA-256 of a key → its fields. */
  readonly keys: ReadonlyMap<string, Fields>;
  /** Ids of the entries of the audit. */
  readonly audit: readonly string[];
}

const [accountPrefix, keyPrefix] = [redisKeys.account(''), redisKeys.key('')];
const toLines = (values: readonly unknown[]) =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');
const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');

/** Returns the bytes of a backup. */
export function renderBackup({ takenAt, ids, stored, audit }: Snapshot): Buffer {
  const parts = <Item>(items: readonly Item[]) =>
    Array.from({ length: Math.ceil(items.length / itemsInLine) }, (_, at) =>
      items.slice(at * itemsInLine, (at + 1) * itemsInLine),
    );
  const text = toLines([
    {
      ...{ format: 'apparel-catalogue accounts', version: 1 },
      createdAt: new Date(takenAt).toISOString(),
      accounts: ids.length,
      keys: stored.filter(({ key }) => key.startsWith(keyPrefix)).length,
      auditEntries: audit.length,
    },
    ...parts(ids).map((value) => ({ key: redisKeys.accounts, type: 'set', value })),
    ...stored,
    ...parts(audit).map((value) => ({ key: redisKeys.audit, type: 'stream', value })),
  ]);
  return gzipSync(text + toLines([{ sha256: sha256Of(text) }]));
}

/** Reads and checks a backup. Throws `CommandRefused` with its fault. */
export async function readBackup(path: string): Promise<Backup> {
  const refuse = (reason: string, cause?: unknown): never => {
    throw new CommandRefused(`${path} cannot be used: ${reason}`, { cause });
  };
  const text = await readFile(path)
    .then((bytes) => gunzipSync(bytes).toString())
    .catch((cause: NodeJS.ErrnoException) =>
      refuse(cause.code === 'Z_BUF_ERROR' ? 'it is cut off' : cause.message, cause),
    );
  const lines = text.split('\n').slice(0, -1);
  const last = lines.pop() ?? '';
  if (last !== JSON.stringify({ sha256: sha256Of(lines.map((line) => `${line}\n`).join('')) })) {
    refuse('its checksum is missing or wrong: it was changed');
  }
  const parse = <Value>(schema: z.ZodType<Value>, line: string, at: number): Value => {
    const { data, error } = schema.safeParse(JSON.parse(line));
    const [issue] = error?.issues ?? [];
    if (issue) refuse(`line ${at + 1}: ${issue.path.join('.')} ${issue.message}`);
    return data as Value;
  };
  const [head = '{}', ...rest] = lines;
  const header = parse(headerSchema, head, 0);
  const stored = rest.map((line, at) => parse(storedSchema, line, at + 1));
  const named = (prefix: string) =>
    stored.flatMap(({ key, type, value }) => {
      const name = key.slice(prefix.length);
      if (type !== 'hash' || !key.startsWith(prefix) || name.includes(':')) return [];
      return [[name, fieldsOf(value)] as const];
    });
  const backup: Backup = {
    ...{ header, stored, accounts: new Map(named(accountPrefix)), keys: new Map(named(keyPrefix)) },
    audit: stored.flatMap((line) => (line.type === 'stream' ? line.value.map(([id]) => id) : [])),
  };
  const faults = faultsOf(backup);
  if (faults.length > 0) refuse(`it does not fit together: ${faults.slice(0, 10).join('; ')}`);
  return backup;
}

/** Returns what contradicts itself in a backup; a restore of it would lose or forge keys. */
function faultsOf({ header, stored, accounts, keys, audit }: Backup): string[] {
  const faults: string[] = [];
  const must = (isSo: boolean, fault: string) => void (isSo || faults.push(fault));
  const mustRead = (what: string, read: () => unknown) => {
    try {
      read();
    } catch {
      faults.push(`the record of ${what} lacks a field or has a wrong one`);
    }
  };
  const ids = new Set(stored.flatMap((line) => (line.type === 'set' ? line.value : [])));
  for (const id of ids) must(accounts.has(id), `account ${id} has no record`);
  for (const [id, fields] of accounts) {
    if (ids.has(id)) mustRead(`account ${id}`, () => toAccountRecord(id, fields));
    else faults.push(`account ${id} is not among the ids`);
  }
  const hashes = new Map(
    stored.flatMap((line) => (line.type === 'hash' ? [[line.key, line]] : [])),
  );
  const owners = new Map<string, string>();
  for (const id of ids) {
    const index = fieldsOf(hashes.get(redisKeys.accountKeys(id))?.value ?? []);
    for (const [keyId, hash] of Object.entries(index)) {
      owners.set(hash, `${id} ${keyId}`);
      must(keys.has(hash), `key ${id} ${keyId} has no record`);
    }
  }
  for (const [hash, fields] of keys) {
    const name = `${fields['account']} ${fields['id']}`;
    if (owners.get(hash) === name) mustRead(`key ${name}`, () => toKeyEntry(fields, 0));
    else faults.push(`key ${name} is missing among the keys of its account`);
  }
  const counts = { accounts: ids.size, keys: keys.size, auditEntries: audit.length };
  for (const [name, count] of Object.entries(counts)) {
    const said = header[name as keyof typeof counts];
    must(said === count, `the header has ${name} ${said}, not ${count}`);
  }
  return faults;
}
