/** Tests of the pricing service on a Redis of their own. */
import { importTests } from './import-tests.ts';

await importTests('pricing-service/**/*.test.ts', '!**/*.{unit,alone}.test.ts');
