/**
 * Reads and writes `<out>/pull/state.json`, the sequence number of the newest push that this edge has
 * accepted.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../build/output/install.ts';
import { undefinedIfMissing } from '../release-store.ts';
import { RemoteError } from './remote-error.ts';

const stateFile = 'state.json';

const stateSchema = z.object({ format: z.literal(1), sequence: z.int().positive() });

/**
 * Returns the sequence number of the newest push that this edge has accepted, from the state file in
 * `folder`, or 0 if none was accepted. Throws `RemoteError` if the file cannot be read or is damaged.
 */
export async function readSequence(folder: string): Promise<number> {
  const path = join(folder, stateFile);
  try {
    const text = await undefinedIfMissing(readFile(path, 'utf8'));
    if (text === undefined) return 0;
    return stateSchema.parse(JSON.parse(text)).sequence;
  } catch (cause) {
    throw new RemoteError(
      `${path} is unreadable, damaged or of another version; remove it, and the next pull accepts any push`,
      { cause },
    );
  }
}

/**
 * Replaces the sequence number of the newest accepted push in the state file of `folder`, atomically. Throws
 * `ReleaseError` for file-system errors.
 */
export async function writeSequence(folder: string, sequence: number): Promise<void> {
  const text = `${JSON.stringify({ format: 1, sequence })}\n`;
  // After a power loss, an empty file would stop every pull.
  await replaceFile(join(folder, stateFile), text, { flush: true });
}
