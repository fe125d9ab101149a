/** The samples of the guide in PHP, a program that `npm test` does not need. */
import { importTests } from '../helpers/import-tests.ts';

process.env['SAMPLES'] = 'php';
await importTests('processes/pages/samples');
