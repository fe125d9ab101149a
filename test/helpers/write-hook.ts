/** A hook that stores its argument and input, for tests of `DEPLOY_HOOK`, and texts that these tests expect. */
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { baseUrl, makeFolder } from './content.ts';
import type { Teardown } from './teardown.ts';

/** The end of the message about a failed hook. */
export const again = 'the next deploy, activation or pull runs it again';

/** The URL whose answer changes with the French note of TEE-1. */
export const frenchDetail = `${baseUrl}/v1/products/TEE-1?locale=fr-CA`;

/**
 * Writes a hook that stores its argument and its input next to itself, and exits with `code`. Returns its path, the
 * environment that names it, and functions that return and remove what it stored.
 */
export async function writeHook(t: Teardown, code = 0) {
  const folder = await makeFolder(t);
  const path = join(folder, 'hook');
  await writeFile(
    path,
    `#!/bin/sh\necho "$1" > ${folder}/id\ncat > ${folder}/urls\nexit ${code}\n`,
  );
  await chmod(path, 0o755);
  /** Returns the argument and input of the last run, or undefined if the hook has not run since the last call. */
  const run = async () => {
    const [id, urls] = await Promise.all(
      ['id', 'urls'].map((name) => readFile(join(folder, name), 'utf8').catch(() => undefined)),
    );
    await Promise.all(['id', 'urls'].map((name) => rm(join(folder, name), { force: true })));
    if (id === undefined || urls === undefined) return undefined;
    return { id: id.trimEnd(), urls: urls.trimEnd().split('\n') };
  };
  /**
   * Returns the result of `run` without the URLs of exports, inventory and changes, which nearly every edit changes.
   */
  const runOfProducts = async () => {
    const got = await run();
    return (
      got && {
        ...got,
        urls: got.urls.filter((url) => !/products\/(export|inventory|changes)/.test(url)),
      }
    );
  };
  return { environment: { DEPLOY_HOOK: path }, path, run, runOfProducts };
}
