/**
 * Stands in for a running build: locks the output folder (first argument), creates a temporary entry in a subfolder of
 * it (second argument), prints the path of the entry and never ends.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { tempName } from '../../../../build/output/install.ts';
import { whileBuilding } from '../../../../build/output/locks.ts';

const [out = '', below = '.'] = process.argv.slice(2);
await whileBuilding(out, () => {
  const path = join(out, below, tempName());
  mkdirSync(path, { recursive: true });
  process.stdout.write(path);
  // The timer refers to the promise; otherwise the promise would be garbage-collected with the file of the lock.
  return new Promise((resolve) => {
    setInterval(() => resolve, 60_000);
  });
});
