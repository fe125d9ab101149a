/**
 * A program that a test kills. `write FOLDER FILE…` replaces the text `before` of all files by
 * `after` with one call of `writeEdits`. `hold PARENT` works in a temporary folder of
 * `npm run edit` below PARENT, prints its path and never ends.
 */
import { mkdirSync } from 'node:fs';
import { inTemporaryFolder } from '../../../../editing/edit/temporary-folder.ts';
import { writeEdits } from '../../../../editing/edit/write-edits.ts';

const [act = '', folder = '', ...files] = process.argv.slice(2);
if (act === 'write') {
  const edits = files.map((file) => ({ file, before: 'before', after: 'after' }));
  await writeEdits(folder, edits);
} else {
  await inTemporaryFolder(folder, (path) => {
    mkdirSync(path);
    process.stdout.write(path);
    // The timer keeps the promise in use: Node.js would collect a promise that nothing can
    // settle, and the open lock file with it.
    return new Promise((resolve) => {
      setInterval(() => resolve, 60_000);
    });
  });
}
