/** Schemas of a content folder: what they should be, and what is written there. */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listContent } from '../../build/content/list-content.ts';
import { symbolicLink } from '../../build/content/rules/file-rules.ts';
import { brokenFiles, collectIds, idFiles } from './collect-ids.ts';
import { schemasFolder } from './paths.ts';
import { toSchemaFiles } from './schema-files.ts';

export interface SchemasOfFolder {
  /** Text of every file, by path below the folder. */
  readonly files: ReadonlyMap<string, string>;
  /** Those of them that the folder lacks or holds otherwise. */
  readonly stale: readonly string[];
  /** Files that what they hold could not be taken from; editors are not offered it. */
  readonly broken: readonly string[];
}

/** Makes the schemas of a content folder and compares; throws when there is no such folder, or a link in it. */
export async function planSchemas(folder: string): Promise<SchemasOfFolder> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new Error(`${folder} is not a folder; give --content the content folder`);
  const { files: listed, links } = await listContent(folder);
  if (links.length > 0) throw new Error(links.map((link) => explainLink(folder, link)).join('\n'));
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
  return `${join(folder, link)} ${symbolicLink.explain(link).message}`;
}

/** Writes the stale files; throws the system's error when one cannot be written. */
export async function writeSchemas(
  folder: string,
  { files, stale }: SchemasOfFolder,
): Promise<void> {
  await mkdir(join(folder, schemasFolder), { recursive: true });
  for (const path of stale) await writeFile(join(folder, path), files.get(path) ?? '');
}

/** The text of the files that can be read; those that cannot are left out. */
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
