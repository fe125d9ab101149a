/**
 * Replaces the text `before` by `after` in several files with one call of `writeEdits`. The arguments are a
 * folder and the names of its files.
 */
import { writeEdits } from '../../../../editing/edit/write-edits.ts';

const [folder = '', ...files] = process.argv.slice(2);
await writeEdits(
  folder,
  files.map((file) => ({ file, before: 'before', after: 'after' })),
);
