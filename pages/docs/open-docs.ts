/**
 * Opens the documentation of releases, whose source files are read once for all releases: collects the data of a release
 * that its pages show, and renders them if they changed.
 */

import { sha256 } from '../../build/content/sha256.ts';
import { hashSources } from '../../build/output/compiler-version.ts';
import type { CreatePages } from '../../build/output/shared-files.ts';
import { collectDocsData, hashDocsData } from './docs-data.ts';
import { type DocsFiles, readDocsFiles } from './docs-files.ts';

/**
 * Glob patterns, relative to the project folder, of the source files of the documentation. If a file changes, all pages
 * are rendered again.
 */
const sources = ['pages/*.ts', 'pages/docs/**', 'CHANGELOG.md'];

/**
 * Reads the source files of the documentation, unless they are given. Resolves to a function that takes the data of a
 * release and returns the pages of this release as `Pages`. The function that `loadRenderer` of `Pages` resolves to is
 * `renderDocs`.
 */
export async function openDocs(given?: DocsFiles): Promise<CreatePages> {
  const [files, version] = await Promise.all([given ?? readDocsFiles(), hashSources(sources)]);
  return (facts) => {
    const data = collectDocsData(facts);
    return {
      key: sha256(version + hashDocsData(facts.contexts, data)),
      async loadRenderer() {
        const { renderDocs } = await import('./render-docs.ts');
        return () => renderDocs(files, facts.contexts, data);
      },
    };
  };
}
