/**
 * A program that a test kills: replaces the text `before` of all files in FOLDER by `after` with one call of
 * `writeEdits`. Arguments: FOLDER FILE…
 */
import { writeEdits } from '../../../../editing/edit/write-edits.ts';

const [folder = '', ...files] = process.argv.slice(2);
await writeEdits(
  folder,
  files.map((file) => ({ file, before: 'before', after: 'after' })),
);
