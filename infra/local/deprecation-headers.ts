/** Reads the headers of deprecated routes from the current release, for the embedded server. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDeprecations } from '../../contract/deprecation.ts';
import { publicFiles } from '../../contract/release.ts';
import { routeOf } from '../../contract/routes.ts';

/**
 * Returns the headers that announce the deprecation of a route, such as `Sunset`, or an empty object if the route is
 * not deprecated. `path` is the decoded path of a request, and `root` the release's folder of public files.
 */
export async function deprecationHeadersOf(
  root: string,
  path: string,
): Promise<Readonly<Record<string, string>>> {
  const id = routeOf(path);
  if (id === undefined) return {};
  // Without the file nothing is deprecated. If the whole release is missing, another step reports
  // it.
  const text = await readFile(join(root, publicFiles.deprecations), 'utf8').catch(() => '');
  return parseDeprecations(text).get(id) ?? {};
}
