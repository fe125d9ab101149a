/** Every test that only calls functions: without files, servers or settings of the process. */
import { importTests } from './import-tests.ts';

await importTests('**/*.unit.test.ts');
