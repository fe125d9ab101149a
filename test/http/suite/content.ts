/** The content that the HTTP suite serves: the sample catalogue, with deprecated routes. */
import { cpSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../helpers/content.ts';
import type { Teardown } from '../../helpers/teardown.ts';

const sample = resolve(import.meta.dirname, '../../../content');

/**
 * The deprecation of each route in `deprecatedPaths`: when it was announced, when the route ends (`sunset`), and a
 * link.
 */
export const deprecation = {
  announced: '2026-12-01',
  sunset: '2027-04-01',
  link: 'https://api.example.com/docs/v2',
};

/** The deprecated routes, in the notation of OpenAPI: `{sku}` stands for any SKU. */
export const deprecatedPaths = [
  '/v1/products',
  '/v1/products/{sku}',
  '/v1/products/pricing',
] as const;

/** Writes `deprecations.json` of a content folder. */
export function writeDeprecations(content: string, paths: readonly string[]): Promise<void> {
  const routes = Object.fromEntries(paths.map((path) => [path, deprecation]));
  return writeFile(join(content, 'deprecations.json'), JSON.stringify({ routes }));
}

/** Copies the sample catalogue into a temporary folder and deprecates routes. Returns the path of the folder. */
export async function copySampleContent(t: Teardown): Promise<string> {
  const path = join(await makeFolder(t), 'content');
  cpSync(sample, path, { recursive: true });
  await writeDeprecations(path, deprecatedPaths);
  return path;
}
