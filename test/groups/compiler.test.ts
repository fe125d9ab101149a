/** Tests that compile content into folders of their own. */
import { importTests } from './import-tests.ts';

await importTests('{build,editing,quality}/**/*.test.ts', '!**/*.{unit,alone}.test.ts');
