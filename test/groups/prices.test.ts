/** Tests of loading net prices into Redis: apart from long builds, which would let connections time out. */
import { importTests } from './import-tests.ts';

await importTests('releases/prices/**/*.test.ts', '!**/*.{unit,alone}.test.ts');
