/** Builds in the folder that its argument names: leaves a temporary entry, prints its path, and never ends. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { whileBuilding } from '../../../build/output/output-lock.ts';
import { tempName } from '../../../build/output/temp-entries.ts';

const [out = '', below = '.'] = process.argv.slice(2);
await whileBuilding(out, () => {
  const path = join(out, below, tempName());
  mkdirSync(path, { recursive: true });
  process.stdout.write(path);
  // The timer refers to the promise: one that nothing can settle is collected, and the lock's file with it.
  return new Promise((resolve) => {
    setInterval(() => resolve, 60_000);
  });
});
