/**
 * Creates a temporary folder, in which `npm run edit` checks edits, below the folder in its argument, prints its
 * path, and never ends.
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
