/** Writes `docs/quality.md` from the quality checks; part of `npm run rules`. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { qualityChecks } from './checks/index.ts';
import { renderChecks } from './render-checks.ts';

const page = resolve(import.meta.dirname, '../docs/quality.md');
await writeFile(page, renderChecks(qualityChecks));
