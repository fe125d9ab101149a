/** The header by which the edge names the release that it serves. Clients cannot set it (design section 4). */
import type { IncomingMessage } from 'node:http';
import { isReleaseId, releaseHeader } from '../contract/release.ts';

const name = releaseHeader.toLowerCase();

/** The id in the header; undefined if there is none. */
export function releaseIn({ headers }: IncomingMessage): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && isReleaseId(value) ? value : undefined;
}
