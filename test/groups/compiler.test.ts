/** Tests that compile content into folders of their own. */
import { importTests } from './import-tests.ts';

await importTests(
  'build/**/*.test.ts',
  '!build/{diff,guard,publish,releases,sync}',
  '!**/*.{unit,alone}.test.ts',
);
