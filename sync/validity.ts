/** The file that tells both servers until when the listing holds. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseValidity, renderValidity, type Validity } from '../contract/listing-validity.ts';
import { validityFile } from '../contract/release.ts';
import { undefinedIfMissing } from '../releases/release-store.ts';
import { replaceFile } from './state.ts';

/** Reads it; undefined when there is none yet. */
export async function readValidity(folder: string): Promise<Validity | undefined> {
  const text = await undefinedIfMissing(readFile(join(folder, validityFile), 'utf8'));
  return text === undefined ? undefined : parseValidity(text);
}

/**
 * Does the work of a swap between two validities. The listing that is served is never younger by this
 * file than it is: a shorter validity stands before the work, a longer one after it.
 */
export async function withValidity(
  folder: string,
  after: Validity,
  work: () => Promise<void>,
): Promise<void> {
  const before = await readValidity(folder);
  const write = () => replaceFile(join(folder, validityFile), renderValidity(after));
  const isShorter =
    before === undefined ||
    after.askedAt < before.askedAt ||
    (after.expiresAt ?? Infinity) < (before.expiresAt ?? Infinity);
  if (before !== undefined && isShorter) await write();
  await work();
  if (before === undefined || !isShorter) await write();
}
