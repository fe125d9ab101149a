/**
 * Opens the documentation of releases, whose source files are read once for all releases: collects the data of a
 * release that its pages show, and renders them if they changed.
 */

import { sha256 } from '../../build/content/sha256.ts';
import { hashSources } from '../../build/output/compiler-version.ts';
import type { CreatePages } from '../../build/output/shared-files.ts';
import { ExpectedError } from '../../console/errors.ts';
import { collectDocsData, hashDocsData } from './docs-data.ts';
import { type DocsFiles, readDocsFiles } from './docs-files.ts';

/**
 * Glob patterns, relative to the project folder, of the source files of the documentation. If a file changes, all pages
 * are rendered again.
 */
const sources = ['pages/*.ts', 'pages/docs/**', 'CHANGELOG.md'];

/**
 * Reads the source files of the documentation once, unless they are given. Resolves to a function to call for each
 * release: it takes the data of the release and returns its pages as `Pages`, which are rendered by `renderDocs` only
 * on demand.
 */
export async function openDocs(given?: DocsFiles): Promise<CreatePages> {
  const [files, version] = await Promise.all([given ?? readDocsFiles(), hashSources(sources)]);
  return (facts) => {
    const data = collectDocsData(facts);
    return {
      key: sha256(version + hashDocsData(facts.contexts, data)),
      async loadRenderer() {
        const { renderDocs } = await import('./render-docs.ts').catch(explainMissing);
        return () => renderDocs(files, facts.contexts, data);
      },
    };
  };
}

/** Throws the error of an import; if a file is missing, explains that the program was bundled again (decision 70). */
function explainMissing(cause: NodeJS.ErrnoException): never {
  if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
  const message = 'the program was replaced while it ran, and cannot render pages; start it again';
  throw new ExpectedError(message, { cause });
}
