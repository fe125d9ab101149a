/**
 * Creates the pages of `/docs` for releases. Reads the source files of the documentation once for all releases, and
 * loads the code that renders pages only if a build needs it.
 */

import { sha256 } from '../../build/content/sha256.ts';
import { hashSources } from '../../build/output/compiler-version.ts';
import type { CreatePages } from '../../build/output/shared-files.ts';
import { ExpectedError } from '../../console/errors.ts';
import { collectDocsData, hashDocsData } from './docs-data.ts';
import { type DocsFiles, readDocsFiles } from './docs-files.ts';

/**
 * Glob patterns, relative to the project folder, of the files from which pages are made: texts, samples and code. After
 * a change of such a file, builds render all pages again instead of taking them from the current release.
 */
const sources = ['pages/*.ts', 'pages/docs/**'];

/**
 * Takes the source files of the documentation from `given` or, without it, reads them. Resolves to a function that gets
 * the data of a release and returns its pages as `Pages`. This function renders nothing: it only computes `key`, a hash
 * (releases with the same `key` have equal pages), and throws the errors of `readDetail`. To render the pages, call
 * `loadRenderer` of `Pages`: it loads the code that renders pages, and rejects with an `ExpectedError` if this code was
 * replaced while the program ran. `openDocs` itself rejects with the errors of `readDocsFiles`, and if a file from
 * which pages are made cannot be hashed.
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

/**
 * Handles a failed import of the code that renders pages. If its file is missing, throws an `ExpectedError` that asks
 * the user to start the program again: an upgrade has replaced its code. Rethrows any other error.
 */
function explainMissing(cause: NodeJS.ErrnoException): never {
  if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
  const message = 'the program was replaced while it ran, and cannot render pages; start it again';
  throw new ExpectedError(message, { cause });
}
