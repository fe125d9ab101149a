/** Sends a released file as nginx does: the same entity tag, the same choice among its encodings. */
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { mediaTypeOf } from '../../contract/media-types.ts';
import {
  type Coding,
  chooseCoding,
  codingSuffix,
  fileEtag,
  matchesIfNoneMatch,
} from '../../contract/representation.ts';

/** What the file system says of a path where no file of ours can be. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

/**
 * Answers 200 or 304 from `file` below `root`; resolves to false, having sent nothing, when there is
 * no such file. Headers that are set already stay. The media type is that of the ending
 * unless another is given.
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  root: string,
  file: string,
  mediaType = mediaTypeOf(file),
): Promise<boolean> {
  const wanted = chooseCoding(request.headers['accept-encoding']?.toString());
  const suffixes = [codingSuffix[wanted], ''];
  for (const suffix of new Set(suffixes)) {
    const found = await readReleased(join(root, file + suffix));
    if (found === undefined) continue;
    const coding = suffix === '' ? 'identity' : wanted;
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

/** Answers 200 with bytes as they are, or 304. */
function sendBytes(request: IncomingMessage, response: ServerResponse, found: Found): void {
  if (sendHead(request, response, found)) return;
  response.setHeader('Content-Length', found.bytes.length);
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : found.bytes);
}

/** Sets the headers of a file that was found. Returns true if it has answered 304. */
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
 * The same for a file of which only compressed forms are kept: a client that takes none of them gets the gzip form
 * decompressed, with a weak entity tag, as nginx's gunzip does. `headers` are set if it is found.
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
  else await pipeline(Readable.from([found.bytes]), createGunzip(), response);
  return true;
}

/** Tag and bytes come from one open file: another release may become current between two look-ups. */
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
