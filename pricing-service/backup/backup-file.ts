/**
 * Writes and reads backup files. Their format is gzip of JSON Lines. The first line is the header and the last line the
 * checksum. Each line between them is a Redis key, or a part of a large set or stream.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { z } from 'zod';
import { redisKeys } from '../../contract/redis-keys.ts';
import { CommandRefused } from '../keys-command/failures.ts';
import { orRefuse } from './private-folder.ts';
import type { Snapshot } from './read-snapshot.ts';
import {
  footerSchema,
  type Header,
  headerSchema,
  type RedisKey,
  redisKeySchema,
} from './stored-keys.ts';

/** Minimum length, in characters, of the text that is compressed at once; the last chunk may be shorter. */
const chunkLength = 256 * 1024;

/** Maximum members of a set, or entries of a stream, per line. */
const itemsInLine = 1000;

/**
 * Thrown if a file is truncated, damaged or not a backup. The message is `<path> cannot be used: line <line> <reason>`,
 * where `reason` is, for example, `is cut off`.
 */
export class DamagedBackup extends CommandRefused {
  constructor(path: string, line: number, reason: string, options?: ErrorOptions) {
    super(`${path} cannot be used: line ${line} ${reason}`, options);
  }
}

/**
 * Writes a snapshot of accounts, keys and audit to an open file, in the format of backups. Rejects with file-system
 * errors. The caller syncs and closes the file.
 */
export async function writeBackup(snapshot: Snapshot, file: FileHandle): Promise<void> {
  const gzip = createGzip();
  // Its errors are reported when `gzip` is read. As the last step of the pipeline, a failed write would only be reported
  // as the end of the others: "The operation was aborted".
  const piped = pipeline(Readable.from(chunksOf(snapshot)), gzip).catch(() => {});
  await writeFile(file, gzip);
  await piped;
}

/** Yields the uncompressed text of a backup in chunks of several lines; the last line is the checksum. */
function* chunksOf(snapshot: Snapshot): Generator<Buffer> {
  const hash = createHash('sha256');
  let text = '';
  for (const line of linesOf(snapshot)) {
    text += `${JSON.stringify(line)}\n`;
    if (text.length < chunkLength) continue;
    const chunk = Buffer.from(text);
    hash.update(chunk);
    yield chunk;
    text = '';
  }
  hash.update(text);
  yield Buffer.from(`${text}${JSON.stringify({ sha256: hash.digest('hex') })}\n`);
}

function* linesOf({ takenAt, accounts, audit }: Snapshot): Generator<Header | RedisKey> {
  const ids = [...accounts.keys()].sort();
  const ofAccounts = [...accounts.values()];
  const isKey = ({ key }: RedisKey) => key.startsWith(redisKeys.key(''));
  yield {
    format: 'apparel-catalogue accounts',
    version: 1,
    createdAt: new Date(takenAt).toISOString(),
    accounts: ids.length,
    keys: ofAccounts.reduce((count, keys) => count + keys.filter(isKey).length, 0),
    auditEntries: audit.length,
  };
  for (const value of parts(ids)) yield { key: redisKeys.accounts, type: 'set', value };
  for (const id of ids) yield* accounts.get(id) ?? [];
  for (const value of parts(audit)) yield { key: redisKeys.audit, type: 'stream', value };
}

function* parts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let begin = 0; begin < items.length; begin += itemsInLine) {
    yield items.slice(begin, begin + itemsInLine);
  }
}

/** The number of a line of a backup, from 1 on, and its content: the header or a Redis key. */
export type BackupLine =
  | { readonly line: number; readonly header: Header }
  | { readonly line: number; readonly stored: RedisKey };

/**
 * Yields the lines of a backup: its header, then its Redis keys. Throws `CommandRefused` if the file cannot be read,
 * and `DamagedBackup` if it is damaged or truncated. A wrong checksum is noticed only after the last line, so the lines
 * that were yielded before are not valid if this function throws.
 */
export async function* readBackup(path: string): AsyncGenerator<BackupLine> {
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  let line = 0;
  for await (const next of bytesOfLines(path, () => line + (held === undefined ? 1 : 2))) {
    if (held !== undefined) {
      line += 1;
      hash.update(held).update('\n');
      yield parseLine(path, line, held);
    }
    held = next;
  }
  const { sha256 } = parse(path, line + 1, held ?? Buffer.alloc(0), footerSchema, 'checksum');
  if (sha256 !== hash.digest('hex')) {
    const reason = 'has another checksum than the lines before it: they were changed';
    throw new DamagedBackup(path, line + 1, reason);
  }
  if (line > 0) return;
  throw new DamagedBackup(path, 1, 'is a checksum, and no header is before it: it is no backup');
}

function parseLine(path: string, line: number, bytes: Buffer): BackupLine {
  if (line === 1) return { line, header: parse(path, line, bytes, headerSchema, 'header') };
  return { line, stored: parse(path, line, bytes, redisKeySchema, 'key of Redis') };
}

function parse<Value>(
  path: string,
  line: number,
  bytes: Buffer,
  schema: z.ZodType<Value>,
  what: string,
): Value {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString());
  } catch (cause) {
    throw new DamagedBackup(path, line, 'is no JSON: the file was changed', { cause });
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const reason = `is no ${what} of a backup: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(' ')}`;
  throw new DamagedBackup(path, line, reason, { cause: result.error });
}

/**
 * Yields the lines of the gzip file at `path`, without line breaks. Throws `DamagedBackup` if the file is truncated or
 * damaged, and `CommandRefused` if it cannot be read. `lineNumber` returns the number of the line that is being read,
 * for `DamagedBackup`.
 */
async function* bytesOfLines(path: string, lineNumber: () => number): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  const input = createReadStream(path);
  const gunzip = createGunzip();
  // Its errors are reported when `gunzip` is read.
  const piped = pipeline(input, gunzip).catch(() => {});
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      rest = Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        yield rest.subarray(0, end);
        rest = rest.subarray(end + 1);
      }
    }
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    if (!code.startsWith('Z_')) await orRefuse(`cannot read ${path}`, () => Promise.reject(cause));
    const reason = code === 'Z_BUF_ERROR' ? 'is cut off' : `is damaged (${message})`;
    throw new DamagedBackup(path, lineNumber(), reason, { cause });
  } finally {
    input.destroy();
    await piped;
  }
  if (rest.length > 0) throw new DamagedBackup(path, lineNumber(), 'is cut off');
}
