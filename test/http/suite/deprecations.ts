/** The deprecated routes of the HTTP suite, and their headers. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deprecationHeaders } from '../../../contract/deprecation.ts';
import type { Reply } from '../../helpers/http-client.ts';

const deprecation = {
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

/** Returns whether a reply has the headers of a deprecated route (true), none of them (false), or only some. */
export function isDeprecated({ headers }: Reply): boolean | undefined {
  const { Deprecation, Sunset, Link } = deprecationHeaders(deprecation);
  const hasLink = String(headers['link']).includes(Link);
  const has = [headers['deprecation'] === Deprecation, headers['sunset'] === Sunset, hasLink];
  return has.every((each) => each === has[0]) ? has[0] : undefined;
}
