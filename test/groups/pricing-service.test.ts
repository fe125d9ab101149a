import { importGroup } from './import-group.ts';

await importGroup('pricing-service');
