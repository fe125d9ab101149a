/** Decides whether the current release must be made again without a change of its content. */
import { compilerVersion } from '../../build/output/compiler-version.ts';
import { readIndex, readManifest } from '../../build/output/release-records.ts';
import { ExpectedError } from '../../console/errors.ts';
import { linkedRelease, releaseFolder } from '../release-store.ts';
import { hasContent } from './content-archive.ts';

/** The current release, and why it must be made again; `reason` is undefined if it need not. */
export interface DueRelease {
  readonly release: string;
  /** The public address with which it must be made. */
  readonly baseUrl: string;
  readonly reason: string | undefined;
  /** When the next date of the content is reached (ISO 8601); undefined if there is none. */
  readonly dueAt: string | undefined;
}

/**
 * Returns the current release, and why `npm run deploy -- --due` must make it again: a date of its content has passed,
 * its public address is not `baseUrl` (if given), or another version of the compiler has made it.
 */
export async function findDue(
  out: string,
  baseUrl: string | undefined,
  nowMs: number,
): Promise<DueRelease> {
  const release = await linkedRelease(out, 'current');
  if (release === undefined) {
    throw new ExpectedError(`there is no release in ${out}; deploy by hand once`);
  }
  const folder = releaseFolder(out, release);
  const manifest = await readManifest(folder);
  const { dueAt } = manifest;
  const facts = { release, dueAt, baseUrl: baseUrl ?? manifest.baseUrl };
  if (dueAt !== undefined && Date.parse(dueAt) <= nowMs) {
    return { ...facts, reason: `its date of ${dueAt} has passed` };
  }
  // A version before 1.1 has stored no content: its release stays until a deploy by hand or a date.
  if (!(await hasContent(folder))) return { ...facts, reason: undefined };
  if (facts.baseUrl !== manifest.baseUrl) {
    return { ...facts, reason: `its address is ${manifest.baseUrl}` };
  }
  const { compiler } = await readIndex(folder);
  const isOwn = compiler === (await compilerVersion());
  return { ...facts, reason: isOwn ? undefined : 'another version of the compiler has made it' };
}
