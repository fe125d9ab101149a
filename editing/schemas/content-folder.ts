/** Compares the files of the `schemas` folder with the expected ones. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listContent } from '../../build/content/list-content.ts';
import { explainSymbolicLink } from '../../build/content/rules/file-rules.ts';
import { ExpectedError } from '../../console/errors.ts';
import { brokenFiles, collectIds, idFiles, toSchemaFiles } from './schema-files.ts';

/** The files that the `schemas` folder of a content folder should have, and which of them are missing or differ. */
export interface SchemaPlan {
  readonly files: ReadonlyMap<string, string>;
  readonly stale: readonly string[];
  /** Paths, within the content folder, of files that define ids but cannot be read or are invalid. */
  readonly broken: readonly string[];
}

/** Returns the files of the `schemas` folder, and which are stale. Throws an `ExpectedError` for a link. */
export async function planSchemas(folder: string): Promise<SchemaPlan> {
  const { files: listed, links } = await listContent(folder);
  if (links.length > 0)
    throw new ExpectedError(links.map((link) => explainLink(folder, link)).join('\n'));
  const below = (prefix: string) =>
    listed.filter((file) => file.startsWith(prefix)).map((file) => file.slice(prefix.length));
  const ids = collectIds({
    texts: await readAll(folder, idFiles),
    files: {
      assets: below('assets/'),
      drawings: below('drawings/').filter((name) => /^[^/]+\.svg$/.test(name)),
    },
  });
  const files = toSchemaFiles(ids);
  const present = await readAll(folder, [...files.keys()]);
  const stale = [...files.keys()].filter((path) => present.get(path) !== files.get(path));
  return { files, stale, broken: brokenFiles(ids) };
}

function explainLink(folder: string, link: string): string {
  return `${join(folder, link)} ${explainSymbolicLink(link).fault.message}`;
}

/** Returns path within the folder → text for the files at `paths`. Files that cannot be read are not in the map. */
async function readAll(
  folder: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const path of paths) {
    const text = await readFile(join(folder, path), 'utf8').catch(() => undefined);
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}
