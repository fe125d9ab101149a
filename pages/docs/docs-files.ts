/** Reads the source files of the documentation: texts, samples, style sheets and scripts. */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Samples } from './expand.ts';

/** The source files of the documentation, which are the same for every release. */
export interface DocsFiles {
  /** Markdown texts by language and name, such as `en/guide`. */
  readonly texts: ReadonlyMap<string, string>;
  readonly samples: Samples;
  /** Style sheets, scripts (also that of MiniSearch, the search library) and icons, by file name. */
  readonly assets: ReadonlyMap<string, Buffer>;
}

/**
 * Path of the version of MiniSearch (the search library) for browsers. `require.resolve` finds only the version for
 * Node.js, which is in another folder of the same package.
 */
const searchLibrary = resolve(
  createRequire(import.meta.url).resolve('minisearch'),
  '../../es/index.js',
);

const resolveHere = (path: string) => new URL(path, import.meta.url);

/**
 * Reads all source files of the documentation. Rejects with the file-system error if a folder, or a file that it lists,
 * cannot be read, or if the search library is missing or unreadable. Does not check that the folders contain every text
 * and sample: a missing one is reported only when a page that needs it is rendered.
 */
export async function readDocsFiles(): Promise<DocsFiles> {
  const [en, fr, samples, assets, library] = await Promise.all([
    readFolder('texts/en/'),
    readFolder('texts/fr/'),
    readFolder('samples/'),
    readFolder('assets/'),
    readFile(searchLibrary, 'utf8'),
  ]);
  const textsOf = (language: string, files: ReadonlyMap<string, Buffer>) =>
    Array.from(
      files,
      ([name, bytes]) => [`${language}/${name.replace('.md', '')}`, `${bytes}`] as const,
    );
  return {
    texts: new Map([...textsOf('en', en), ...textsOf('fr', fr)]),
    samples: new Map(Array.from(samples, ([name, bytes]) => [name, bytes.toString()])),
    // The library's source map is not released, so its reference is removed.
    assets: new Map([
      ...assets,
      ['minisearch.js', Buffer.from(library.replace(/^\/\/# sourceMappingURL=.*$/m, ''))],
    ]),
  };
}

async function readFolder(path: string): Promise<ReadonlyMap<string, Buffer>> {
  const names = (await readdir(resolveHere(path))).sort();
  const files = names.map(
    async (name) => [name, await readFile(resolveHere(path + name))] as const,
  );
  return new Map(await Promise.all(files));
}
