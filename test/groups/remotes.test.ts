/** Tests of push and pull: each runs rclone several times. */
import { importTests } from './import-tests.ts';

await importTests('releases/remote/**/*.test.ts', '!**/*.{unit,alone}.test.ts');
