/** Checks a backup: lines, checksum, the counts in the header, and that accounts, keys and audit are consistent. */

import { CommandRefused } from '../keys-command/failures.ts';
import { toAccountRecord, toKeyEntry } from '../registry/records.ts';
import { readBackup } from './backup-file.ts';
import {
  type Header,
  type RedisKey,
  readName,
  type StoredKind,
  toFields,
  typeOfKind,
} from './stored-keys.ts';

/** An API key in a backup. */
export interface BackedUpKey {
  readonly account: string;
  readonly id: string;
  readonly label: string;
  /** Time of the revocation (ISO 8601), which may be in the future; undefined if none is stored. */
  readonly revokedAt: string | undefined;
  /**
   * True if the key was revoked immediately, not at a scheduled time; it is then refused even if `revokedAt` is later
   * than the clock.
   */
  readonly revoked: boolean;
}

/** The contents of a backup. */
export interface BackupContents {
  readonly header: Header;
  /**
   * Account id → its fields as Redis stores them: `name`, `tier`, `program`, and `distributorPricing` as `0` or
   * `1`.
   */
  readonly accounts: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** SHA-256 of an API key, in hexadecimal → its account, id, label and revocation. */
  readonly keys: ReadonlyMap<string, BackedUpKey>;
  /** Ids of the entries of the audit stream, in the order of the backup. */
  readonly audit: ReadonlySet<string>;
}

/**
 * The result of `inspectBackup`: the contents of a backup file that was neither truncated nor changed, and the
 * inconsistencies in these contents, if there are any.
 */
export interface Inspection {
  readonly contents: BackupContents;
  /** The inconsistencies, such as `line 4: key 7k3fq9xz of acme has no record`; empty if the data is consistent. */
  readonly findings: readonly string[];
}

/** Maximum number of inconsistencies that a message lists. */
const maxShown = 10;

/**
 * Checks a backup and returns its contents. Throws `DamagedBackup` if the file is truncated, was changed or is not a
 * backup, and `CommandRefused` if it cannot be read or its contents are inconsistent (lists the first ten
 * inconsistencies).
 */
export async function checkBackup(path: string): Promise<BackupContents> {
  const { findings, contents } = await inspectBackup(path);
  if (findings.length === 0) return contents;
  throw new CommandRefused(`${path} ${renderFindings(findings)}`);
}

/**
 * Renders inconsistencies as the end of a sentence, such as `does not fit together: account acme has no record`. Lists
 * the first ten and counts the others.
 */
export function renderFindings(findings: readonly string[]): string {
  const shown = findings.slice(0, maxShown).join('; ');
  const more = findings.length > maxShown ? `; and ${findings.length - maxShown} more` : '';
  return `does not fit together: ${shown}${more}`;
}

/**
 * Reads a backup and returns its contents and their inconsistencies. Throws `DamagedBackup` if the file is truncated,
 * was changed or is not a backup, and `CommandRefused` if it cannot be read.
 */
export async function inspectBackup(path: string): Promise<Inspection> {
  const collector = createCollector();
  for await (const each of readBackup(path)) {
    if ('header' in each) collector.begin(each.header);
    else collector.add(each.line, each.stored);
  }
  return collector.end();
}

/**
 * An API key that one of the two lists of an account contains (all its API keys, its active API keys), with the line of
 * that list in the backup. Whether the API key exists is checked after all lines are read, because its record may be in
 * a later line.
 */
interface Reference {
  readonly line: number;
  readonly account: string;
  readonly id: string;
}

function createCollector() {
  const findings: string[] = [];
  const accounts = new Map<string, Record<string, string>>();
  const keys = new Map<string, BackedUpKey>();
  const audit = new Set<string>();
  const members = new Map<string, number>();
  const indexed = new Map<string, Reference>();
  const active: Reference[] = [];
  const seen = new Map<string, number>();
  let lastEntry = '';
  let header: Header | undefined;

  const readers: Readonly<
    Record<StoredKind, (line: number, of: string, value: readonly string[]) => void>
  > = {
    accounts: (line, _of, ids) => ids.forEach((id) => void members.set(id, line)),
    audit() {},
    account(line, id, value) {
      const fields = toFields(value);
      attempt(line, `the record of account ${id}`, () => toAccountRecord(id, fields));
      accounts.set(id, fields);
    },
    accountKeys(line, account, value) {
      for (const [id, hash] of Object.entries(toFields(value))) {
        indexed.set(hash, { line, account, id });
      }
    },
    activeKeys(line, account, value) {
      for (const id of Object.keys(toFields(value))) active.push({ line, account, id });
    },
    key(line, hash, value) {
      const fields = toFields(value);
      attempt(line, 'the record of a key', () => toKeyEntry(fields, 0));
      const { account = '', id = '', label = '', revokedAt, revoked } = fields;
      keys.set(hash, { account, id, label, revokedAt, revoked: revoked !== undefined });
    },
  };

  function attempt(line: number, what: string, read: () => unknown): void {
    try {
      read();
    } catch {
      findings.push(`line ${line}: ${what} lacks a field or has a wrong one`);
    }
  }

  function add(line: number, stored: RedisKey): void {
    const [kind, of] = readName(stored.key) ?? [];
    if (kind === undefined || of === undefined || typeOfKind[kind] !== stored.type) {
      findings.push(`line ${line}: no ${stored.type} of that name is part of a backup`);
      return;
    }
    const before = seen.get(stored.key);
    const hasParts = stored.type === 'set' || stored.type === 'stream';
    if (before !== undefined && !hasParts) findings.push(`line ${line} repeats line ${before}`);
    seen.set(stored.key, line);
    if (stored.type === 'stream')
      addEntries(
        line,
        stored.value.map(([id]) => id),
      );
    else readers[kind](line, of, stored.value);
  }

  function addEntries(line: number, ids: readonly string[]): void {
    for (const id of ids) {
      if (!isLater(id, lastEntry)) {
        findings.push(`line ${line}: entry ${id} of the audit is not later than the one before it`);
      }
      audit.add(id);
      lastEntry = id;
    }
  }

  function end() {
    for (const [id, line] of members) {
      if (!accounts.has(id)) findings.push(`line ${line}: account ${id} has no record`);
    }
    for (const id of accounts.keys()) {
      if (!members.has(id)) {
        findings.push(`account ${id} is missing among the ids of all accounts`);
      }
    }
    for (const [hash, { line, account, id }] of indexed) {
      const key = keys.get(hash);
      if (key?.account !== account || key.id !== id) {
        findings.push(`line ${line}: key ${id} of ${account} has no record`);
      }
    }
    for (const [hash, { account, id }] of keys) {
      if (!indexed.has(hash)) findings.push(`key ${id} is missing among the keys of ${account}`);
    }
    const ids = new Set([...indexed.values()].map(({ account, id }) => `${account} ${id}`));
    for (const { line, account, id } of active) {
      if (!ids.has(`${account} ${id}`)) {
        findings.push(`line ${line}: active key ${id} of ${account} does not exist`);
      }
    }
    if (header === undefined) throw new Error('a backup that was read has a header');
    const counted = { accounts: members.size, keys: keys.size, auditEntries: audit.size };
    for (const [name, count] of Object.entries(counted)) {
      const expected = header[name as keyof typeof counted];
      if (count !== expected) findings.push(`the header has ${name} ${expected}, not ${count}`);
    }
    return { findings, contents: { header, accounts, keys, audit } };
  }

  return {
    begin: (first: Header) => {
      header = first;
    },
    add,
    end,
  };
}

/**
 * Returns true if `id` is a stream id (`<milliseconds>-<number>`) and greater than the stream id `before`. An empty
 * `before` is lower than every stream id.
 */
function isLater(id: string, before: string): boolean {
  if (!/^\d+-\d+$/.test(id)) return false;
  if (before === '') return true;
  const [[time, number] = [], [otherTime, otherNumber] = []] = [id, before].map((text) =>
    text.split('-').map(BigInt),
  );
  if (time === undefined || otherTime === undefined) return false;
  return time > otherTime || (time === otherTime && (number ?? 0n) > (otherNumber ?? 0n));
}
