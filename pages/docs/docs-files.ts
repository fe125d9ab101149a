/** Reads the files that the docs are made of: texts, samples, style sheets, scripts, the changelog. */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { type Changelog, parseChangelog } from './changes/parse-changelog.ts';
import type { Samples } from './expand.ts';

/** What pages are made of besides the content of a release. */
export interface DocsFiles {
  /** Markdown by language and name: `en/guide`. */
  readonly texts: ReadonlyMap<string, string>;
  readonly samples: Samples;
  /** Style sheets, scripts and the icon, by their path below `docs/`. */
  readonly assets: ReadonlyMap<string, Buffer>;
  readonly changelog: Changelog;
}

/** The library of the search as a module for browsers; `require` finds the one for Node.js beside it. */
const searchLibrary = resolve(
  createRequire(import.meta.url).resolve('minisearch'),
  '../../es/index.js',
);

const here = (path: string) => new URL(path, import.meta.url);

/** Reads them all. */
export async function readDocsFiles(): Promise<DocsFiles> {
  const [en, fr, samples, assets, library, changelog] = await Promise.all([
    readFolder('texts/en/'),
    readFolder('texts/fr/'),
    readFolder('samples/'),
    readFolder('assets/'),
    readFile(searchLibrary, 'utf8'),
    readFile(here('../../CHANGELOG.md'), 'utf8'),
  ]);
  const textsOf = (language: string, files: ReadonlyMap<string, Buffer>) =>
    Array.from(
      files,
      ([name, bytes]) => [`${language}/${name.replace('.md', '')}`, `${bytes}`] as const,
    );
  return {
    texts: new Map([...textsOf('en', en), ...textsOf('fr', fr)]),
    samples: new Map(Array.from(samples, ([name, bytes]) => [name, bytes.toString()])),
    // Its source map is not released.
    assets: new Map([
      ...assets,
      ['minisearch.js', Buffer.from(library.replace(/^\/\/# sourceMappingURL=.*$/m, ''))],
    ]),
    changelog: parseChangelog(changelog),
  };
}

async function readFolder(path: string): Promise<ReadonlyMap<string, Buffer>> {
  const names = (await readdir(here(path))).sort();
  const files = names.map(async (name) => [name, await readFile(here(path + name))] as const);
  return new Map(await Promise.all(files));
}
