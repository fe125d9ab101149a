/**
 * Creates a temporary folder as `npm run edit` does to check edits, in the folder that its argument names. Prints the
 * path of the folder in which it works there, and never ends.
 */
import { mkdirSync } from 'node:fs';
import { inTemporaryFolder } from '../../../../editing/edit/temporary-folder.ts';

const [parent = ''] = process.argv.slice(2);
await inTemporaryFolder(parent, (path) => {
  mkdirSync(path);
  process.stdout.write(path);
  // The timer keeps the promise in use: Node.js would collect a promise that nothing can settle, and the open lock
  // file with it.
  return new Promise((resolve) => {
    setInterval(() => resolve, 60_000);
  });
});
