/** Tests of what is done with releases once they are written. */
import { importTests } from './import-tests.ts';

await importTests(
  '{releases,sync}/**/*.test.ts',
  '!releases/{publish,remote}',
  '!**/*.{unit,alone}.test.ts',
);
