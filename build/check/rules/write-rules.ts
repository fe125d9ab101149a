/** `npm run rules`: writes `docs/rules.md` from the rules. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { allRules } from './index.ts';
import { renderRules } from './render-rules.ts';

const page = resolve(import.meta.dirname, '../../../docs/rules.md');
await writeFile(page, renderRules(allRules));
