/** Sends a released file as nginx does: the same entity tag, the same choice among its encodings. */
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import {
  chooseCoding,
  codingSuffix,
  fileEtag,
  matchesIfNoneMatch,
} from '../../contract/representation.ts';

const types: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.html': 'text/html',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};

/**
 * Answers 200 or 304 from `file` below `root`; resolves to false, having sent nothing, when there is
 * no such file. Headers that are set already stay.
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  root: string,
  file: string,
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
    response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
    response.setHeader('Content-Length', found.bytes.length);
    response.writeHead(200).end(request.method === 'HEAD' ? undefined : found.bytes);
    return true;
  }
  return false;
}

async function readReleased(path: string): Promise<{ bytes: Buffer; etag: string } | undefined> {
  try {
    const [{ mtimeMs, size }, bytes] = await Promise.all([stat(path), readFile(path)]);
    return { bytes, etag: fileEtag(Math.floor(mtimeMs / 1000), size) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
    throw error;
  }
}
