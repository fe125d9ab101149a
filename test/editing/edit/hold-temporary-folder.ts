/**
 * Creates a temporary folder as `npm run edit` does to check edits, in the folder that its argument names. Prints the
 * path of the folder in which it works there, and never ends.
 */
import { mkdirSync } from 'node:fs';
import { inTemporaryFolder } from '../../../editing/edit/temporary-folder.ts';

const [parent = ''] = process.argv.slice(2);
await inTemporaryFolder(parent, (path) => {
  mkdirSync(path);
  process.stdout.write(path);
  // The timer refers to the promise: one that nothing can settle is collected, and the lock with it.
  return new Promise((resolve) => {
    setInterval(() => resolve, 60_000);
  });
});
