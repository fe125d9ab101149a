import { importTests } from './helpers/import-tests.ts';
await importTests('processes/pages/samples');
