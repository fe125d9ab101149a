/**
 * Creates the pages of a release: the documentation and, where it is switched on, the catalogue browser. The browser is
 * a few files that are the same for every catalogue at the same address: it reads the API, not the release.
 */
import { sha256 } from '../build/content/sha256.ts';
import type { CreatePages } from '../build/output/shared-files.ts';
import { createOnce } from '../console/create-once.ts';
import { publicFiles } from '../contract/release.ts';
import { bundleClient } from './catalogue/bundle.ts';
import { renderShell } from './catalogue/shell.ts';
import { openDocs } from './docs/open-docs.ts';

const bundle = createOnce(() => bundleClient('catalogue.tsx'));

/**
 * Resolves to the function that creates the pages of a release. They include the browser if `hasBrowser` is true or
 * `catalogue.json` asks for it. Rejects with the errors of `openDocs`.
 */
export async function openPages({ hasBrowser = false } = {}): Promise<CreatePages> {
  const createDocs = await openDocs();
  return (facts) => {
    const docs = createDocs(facts);
    const [context] = facts.contexts;
    const { browser = false } = context?.content.catalogue ?? {};
    if (context === undefined || !(hasBrowser || browser)) return docs;
    const { baseUrl } = context.site;
    const isIndexed = browser === 'indexed';
    return {
      key: sha256(`${docs.key} ${browser}`),
      async loadRenderer() {
        const [renderDocs, files] = await Promise.all([docs.loadRenderer(), bundle()]);
        const shell = renderShell({ baseUrl, folder: 'catalogue', title: 'Catalogue', isIndexed });
        return () => [
          ...renderDocs(),
          { paths: [`public/${publicFiles.catalogue}`], bytes: Buffer.from(shell) },
          ...[...files].map(([name, bytes]) => ({
            ...{ paths: [`public/catalogue/${name}`] as const, bytes },
          })),
        ];
      },
    };
  };
}
