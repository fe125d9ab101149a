/** Headers of deprecated routes for the embedded server, from the current release. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDeprecations } from '../../contract/deprecation.ts';
import { publicFiles } from '../../contract/release.ts';
import { routeOf } from '../../contract/routes.ts';

/** Those of a decoded path; `root` is the folder of public files. A route that stays has none. */
export async function deprecationHeadersOf(
  root: string,
  path: string,
): Promise<Readonly<Record<string, string>>> {
  const id = routeOf(path);
  if (id === undefined) return {};
  // No file, no deprecation; a release that is missing is told by whoever needs it.
  const text = await readFile(join(root, publicFiles.deprecations), 'utf8').catch(() => '');
  return parseDeprecations(text).get(id) ?? {};
}
