/** Sends a released file as nginx does: the same entity tag, the same choice among its encodings. */
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { mediaTypes } from '../../contract/media-types.ts';
import {
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
    response.setHeader('ETag', found.etag);
    if (matchesIfNoneMatch(request.headers['if-none-match'], found.etag)) {
      response.writeHead(304).end();
      return true;
    }
    if (suffix !== '') response.setHeader('Content-Encoding', wanted);
    response.setHeader('Content-Type', mediaType);
    response.setHeader('Content-Length', found.bytes.length);
    response.writeHead(200).end(request.method === 'HEAD' ? undefined : found.bytes);
    return true;
  }
  return false;
}

/**
 * The same for a file of which only compressed forms are kept: a client that takes none of them gets the gzip form
 * decompressed, with a weak entity tag, as nginx's gunzip does.
 */
export async function sendCompressedFile(
  request: IncomingMessage,
  response: ServerResponse,
  root: string,
  file: string,
): Promise<boolean> {
  const accepted = request.headers['accept-encoding']?.toString();
  const path = join(root, file);
  const brotli =
    chooseCoding(accepted) === 'br' ? await readReleased(path + codingSuffix.br) : undefined;
  const found = brotli ?? (await readReleased(path + codingSuffix.gzip));
  if (found === undefined) return false;
  const coding = brotli ? 'br' : chooseCoding(accepted, ['gzip', 'identity']);
  response.setHeader('ETag', coding === 'identity' ? `W/${found.etag}` : found.etag);
  if (matchesIfNoneMatch(request.headers['if-none-match'], found.etag)) {
    response.writeHead(304).end();
    return true;
  }
  if (coding === 'identity') {
    response.writeHead(200);
    const plain = Readable.from([found.bytes]).pipe(createGunzip());
    if (request.method === 'HEAD') response.end();
    else await pipeline(plain, response);
    return true;
  }
  response.setHeader('Content-Encoding', coding);
  response.setHeader('Content-Length', found.bytes.length);
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : found.bytes);
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

function mediaTypeOf(file: string): string {
  const ending = extname(file).slice(1);
  const entry = Object.entries(mediaTypes).find(([name]) => name === ending);
  return entry?.[1] ?? 'application/octet-stream';
}
