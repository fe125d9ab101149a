/** Waits for states of other processes that no event reports. */
import { setTimeout } from 'node:timers/promises';

/** Asks every 20 ms until `isSo` resolves to true. The pauses leave processor time to the process that is asked. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(20);
}
