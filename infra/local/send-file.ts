/** Sends released files as nginx does: with the same choice of coding, the same entity tag and the same 304. */
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { mediaTypeOf } from '../../contract/media-types.ts';
import {
  type Coding,
  chooseCoding,
  codingSuffix,
  fileEtag,
  matchesIfNoneMatch,
} from '../../contract/representation.ts';

/** A request with its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The request target as received. */
  readonly target: string;
}

/** The body of an answer with status 200. */
interface Body {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly coding: Coding;
  /** True if nginx would convert the body while it sends it, and therefore not send its length. */
  readonly isConverted?: boolean;
}

/** How a file is sent. */
interface SendOptions {
  readonly mediaType?: string;
  readonly headers?: OutgoingHttpHeaders;
  /**
   * True if the file is stored only plain or only compressed, and is compressed with gzip or decompressed if the client
   * asks for it; it then has a weak entity tag, as with nginx's gzip and gunzip modules.
   */
  readonly converts?: boolean;
}

/** File-system errors for a path that cannot be a released file. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

/**
 * Answers 200 or 304 from the file `path`, or from its form `.br` or `.gz` if that exists and the client accepts the
 * coding. Resolves to false without an answer if there is no such file; rejects with other file-system errors.
 */
export async function sendFile(
  exchange: Exchange,
  path: string,
  { mediaType = mediaTypeOf(path), headers = {}, converts = false }: SendOptions = {},
): Promise<boolean> {
  const accepted = exchange.request.headers['accept-encoding']?.toString();
  const body = await readBody(path, accepted, converts);
  if (body === undefined) return false;
  sendBody(exchange, body, { 'Content-Type': mediaType, ...headers });
  return true;
}

async function readBody(
  path: string,
  accepted: string | undefined,
  converts: boolean,
): Promise<Body | undefined> {
  const gzipOrPlain = chooseCoding(accepted, ['gzip']);
  // A long file has no Brotli form, and other files may have no compressed form.
  for (const coding of new Set([chooseCoding(accepted), gzipOrPlain, 'identity'] as const)) {
    const stored = await readStored(path + codingSuffix[coding]);
    if (stored === undefined) continue;
    if (!converts || coding !== 'identity' || gzipOrPlain === 'identity')
      return { ...stored, coding };
    return toConverted(stored.etag, await promisify(gzip)(stored.bytes), 'gzip');
  }
  const stored = converts ? await readStored(path + codingSuffix.gzip) : undefined;
  return stored && toConverted(stored.etag, await promisify(gunzip)(stored.bytes), 'identity');
}

function toConverted(etag: string, bytes: Buffer, coding: Coding): Body {
  return { bytes, etag: `W/${etag}`, coding, isConverted: true };
}

/** Answers 200 with a body and its headers, or 304 if the client already has it. Headers that are set stay. */
export function sendBody(
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  { bytes, etag, coding, isConverted = false }: Body,
  { 'Content-Type': mediaType = '', ...headers }: OutgoingHttpHeaders,
): void {
  for (const [name, value = ''] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('ETag', etag);
  if (matchesIfNoneMatch(request.headers['if-none-match'], etag.replace(/^W\//, ''))) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader('Content-Type', mediaType);
  if (coding !== 'identity') response.setHeader('Content-Encoding', coding);
  if (!isConverted) response.setHeader('Content-Length', bytes.length);
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : bytes);
}

/** Reads the bytes and the entity tag of a file, both of one version; returns undefined if there is no such file. */
async function readStored(path: string): Promise<{ bytes: Buffer; etag: string } | undefined> {
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
