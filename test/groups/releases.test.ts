/** Tests of what is done with releases once they are written. */
import { importTests } from './import-tests.ts';

await importTests('build/{diff,guard,releases,sync}/**/*.test.ts', '!**/*.{unit,alone}.test.ts');
