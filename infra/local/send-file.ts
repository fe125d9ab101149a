/** Sends a released file as nginx does, with the same entity tag and the same choice of encoding. */
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gzipSync } from 'node:zlib';
import { mediaTypeOf } from '../../contract/media-types.ts';
import {
  type Coding,
  chooseCoding,
  codingSuffix,
  fileEtag,
  matchesIfNoneMatch,
} from '../../contract/representation.ts';
import { isClientGone } from '../../pricing-service/client-errors.ts';

/** File-system errors for a path that cannot be a released file. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

/**
 * Answers 200 or 304 from `file` below `root`, or from its compressed version if that exists: `.br` for a client that
 * accepts Brotli, `.gz` for one that accepts only gzip. Resolves to false without an answer if the file does not exist;
 * rejects with other file-system errors. Keeps headers that are already set. The media type follows the file name
 * extension unless `mediaType` is set.
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  root: string,
  file: string,
  mediaType = mediaTypeOf(file),
): Promise<boolean> {
  const accepted = request.headers['accept-encoding']?.toString();
  // A long file has no Brotli form, and other files may have no compressed form.
  const wanted = [chooseCoding(accepted), chooseCoding(accepted, ['gzip']), 'identity'] as const;
  for (const coding of new Set(wanted)) {
    const found = await readReleased(join(root, file + codingSuffix[coding]));
    if (found === undefined) continue;
    sendBytes(request, response, { ...found, coding, mediaType });
    return true;
  }
  return false;
}

interface Found {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly coding: Coding;
  readonly mediaType: string;
}

/** Answers 200 with the bytes as they are stored, or 304 if the client already has this version. */
function sendBytes(request: IncomingMessage, response: ServerResponse, found: Found): void {
  if (sendHead(request, response, found)) return;
  response.setHeader('Content-Length', found.bytes.length);
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : found.bytes);
}

/**
 * Sets the `ETag`. If the client already has this version, answers 304 and returns true. If not, sets the headers of
 * the content and returns false; the caller then sends the content.
 */
function sendHead(
  request: IncomingMessage,
  response: ServerResponse,
  { etag, coding, mediaType }: Found,
): boolean {
  response.setHeader('ETag', etag);
  if (matchesIfNoneMatch(request.headers['if-none-match'], etag.replace(/^W\//, ''))) {
    response.writeHead(304).end();
    return true;
  }
  response.setHeader('Content-Type', mediaType);
  if (coding !== 'identity') response.setHeader('Content-Encoding', coding);
  return false;
}

/**
 * Sends a file that is stored only in compressed form, as `<path>.gz` and perhaps `<path>.br`, and adds `headers` to
 * the answer: 200, or 304 if the client already has this version. Sends `.br` if it exists and the client accepts
 * Brotli; otherwise `.gz` if the client accepts gzip; otherwise the decompressed content of `.gz` with a weak entity
 * tag, as nginx's gunzip module does. Resolves to true after the answer. Resolves to false, without an answer, if the
 * file that would be sent does not exist. Rejects with file-system errors, except that of a missing file.
 */
export async function sendCompressedFile(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  { mediaType, headers }: Pick<Found, 'mediaType'> & { readonly headers: OutgoingHttpHeaders },
): Promise<boolean> {
  const accepted = request.headers['accept-encoding']?.toString();
  const brotli =
    chooseCoding(accepted) === 'br' ? await readReleased(path + codingSuffix.br) : undefined;
  const found = brotli ?? (await readReleased(path + codingSuffix.gzip));
  if (found === undefined) return false;
  for (const [name, value = ''] of Object.entries(headers)) response.setHeader(name, value);
  const coding = brotli ? 'br' : chooseCoding(accepted, ['gzip', 'identity']);
  if (coding !== 'identity') {
    sendBytes(request, response, { ...found, coding, mediaType });
    return true;
  }
  const weak = { ...found, etag: `W/${found.etag}`, coding, mediaType };
  if (sendHead(request, response, weak)) return true;
  response.writeHead(200);
  if (request.method === 'HEAD') response.end();
  else await sendDecompressed(found.bytes, response);
  return true;
}

/**
 * Sends a JSON file that is stored only plain, compressed with gzip if the client accepts it, with a weak entity tag
 * then, as nginx's gzip module does. Resolves to true after the answer; to false, without one, if the file is missing.
 */
export async function sendCompressing(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<boolean> {
  const found = await readReleased(path);
  if (found === undefined) return false;
  const mediaType = mediaTypeOf(path);
  const accepted = request.headers['accept-encoding']?.toString();
  const coding = chooseCoding(accepted, ['gzip', 'identity']);
  if (coding === 'identity') {
    sendBytes(request, response, { ...found, coding, mediaType });
    return true;
  }
  const weak = { ...found, etag: `W/${found.etag}`, coding, mediaType };
  if (sendHead(request, response, weak)) return true;
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : gzipSync(found.bytes));
  return true;
}

/** Sends bytes that are stored nowhere, uncompressed; the entity tag is their SHA-256. */
export function sendRendered(
  request: IncomingMessage,
  response: ServerResponse,
  {
    bytes,
    mediaType,
    headers,
  }: Pick<Found, 'bytes' | 'mediaType'> & { readonly headers: OutgoingHttpHeaders },
): void {
  for (const [name, value = ''] of Object.entries(headers)) response.setHeader(name, value);
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
  sendBytes(request, response, { bytes, etag, coding: 'identity', mediaType });
}

async function sendDecompressed(bytes: Buffer, response: ServerResponse): Promise<void> {
  try {
    await pipeline(Readable.from([bytes]), createGunzip(), response);
  } catch (error) {
    if (!isClientGone(error as NodeJS.ErrnoException)) throw error;
  }
}

/**
 * Reads the bytes and the entity tag of a file; returns undefined if the file does not exist. Opens the file only once,
 * because another release may become current between two reads.
 */
async function readReleased(path: string): Promise<{ bytes: Buffer; etag: string } | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { mtimeMs, size } = await file.stat();
    return { bytes: await file.readFile(), etag: fileEtag(Math.floor(mtimeMs / 1000), size) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (absent.has(code ?? '')) return undefined;
    throw error;
  } finally {
    await file?.close();
  }
}
