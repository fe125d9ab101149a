/** Edits files from `before` to `after`: a folder and the names of its files are the arguments. */
import { writeEdits } from '../../../editing/edit/write-edits.ts';

const [folder = '', ...files] = process.argv.slice(2);
await writeEdits(
  folder,
  files.map((file) => ({ file, before: 'before', after: 'after' })),
);
