/** Runs an import in a folder that is removed after the test. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ExecutionContext } from 'ava';
import { importMagento } from '../../../editing/import/import-magento.ts';
import { createReport } from '../../../editing/import/report.ts';

export const exportFolder = resolve(import.meta.dirname, '../../fixtures/magento');
export const swatchesFile = join(exportFolder, 'swatches.json');

/** Makes a folder for one test and removes it when the test is over. */
export async function makeFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'import-test-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Imports a folder with the given options and gives the report. */
export async function runImport(folder: string, ...options: readonly string[]): Promise<string> {
  const report = createReport();
  await importMagento(['magento', folder, ...options], new Date('2024-05-10T12:00:00Z'), report);
  return report.toText();
}
