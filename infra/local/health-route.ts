/**
 * Answers `GET /v1/health` in the embedded server with the health document of the current release. If there is a sync
 * listing (the active products), adds the age of the listing and whether it has expired.
 */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { ageOf, secondsLeft } from '../../contract/listing-validity.ts';
import { publicFiles } from '../../contract/release.ts';
import { fileEtag, matchesIfNoneMatch } from '../../contract/representation.ts';
import { type Health, healthSchema } from '../../contract/schemas/health.ts';
import { readValidity } from './sync-route.ts';

interface HealthParts {
  /** The folder of public files of the current release. */
  readonly root: string;
  /** The folder of the sync listing. */
  readonly sync: string;
  readonly nowMs: number;
}

/**
 * Answers a request for `/v1/health` with 200 or 304, as `infra/nginx/lua/health.lua` does. Rejects if the release has
 * no valid health document.
 */
export async function answerHealth(
  request: IncomingMessage,
  response: ServerResponse,
  parts: HealthParts,
): Promise<void> {
  const body = Buffer.from(JSON.stringify(await readHealth(parts)));
  const etag = fileEtag(crc32(body), body.length);
  response.setHeader('ETag', etag);
  if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', body.length);
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : body);
}

async function readHealth({ root, sync, nowMs }: HealthParts): Promise<Health> {
  const text = await readFile(join(root, publicFiles.health), 'utf8');
  const health = healthSchema.parse(JSON.parse(text));
  const validity = await readValidity(sync);
  if (validity === undefined) return health;
  const age = ageOf(validity, nowMs);
  return { ...health, listing: { age, expired: secondsLeft(validity, nowMs) <= 0 } };
}
