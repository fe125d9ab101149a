/** Which release is current: the link that the build swaps last. */
import { readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The id of the current release of an output folder. Rejects while there is none. */
export async function readCurrentRelease(out: string): Promise<string> {
  return basename(await readlink(join(out, 'current')));
}
