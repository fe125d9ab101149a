/** What this machine has pushed last, `<out>/push/state.json`, so that a timer need not ask the remote. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../build/output/install.ts';
import { type Pointer, pointerAges } from './pointer.ts';

const stateSchema = z.object({
  remote: z.string(),
  release: z.string(),
  sequence: z.int().positive(),
  time: z.iso.datetime(),
});
/** The remote and the pointer of the last push. */
export type PushState = z.infer<typeof stateSchema>;

/** Returns the state of the last push in the work folder of pushes; undefined if there is none or it is damaged. */
export async function readPushState(work: string): Promise<PushState | undefined> {
  try {
    return stateSchema.parse(JSON.parse(await readFile(join(work, 'state.json'), 'utf8')));
  } catch {
    // The next push asks the remote.
    return undefined;
  }
}

/** Replaces the state of the last push. Throws `ReleaseError` for file-system errors. */
export function writePushState(
  work: string,
  remote: string,
  { release, sequence, time }: Pointer,
): Promise<void> {
  const state = { remote, release, sequence, time };
  return replaceFile(join(work, 'state.json'), `${JSON.stringify(state)}\n`);
}

/** Returns true if a remote lacks the release, or if its pointer must be renewed, as far as this machine knows. */
export async function isPushDue(
  out: string,
  {
    remote,
    release,
    nowMs,
  }: { readonly remote: string; readonly release: string; readonly nowMs: number },
): Promise<boolean> {
  const state = await readPushState(join(out, 'push'));
  if (state === undefined || state.remote !== remote || state.release !== release) return true;
  return nowMs - Date.parse(state.time) >= pointerAges.renewMs;
}
