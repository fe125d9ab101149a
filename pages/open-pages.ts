/**
 * Creates the pages of a release: the documentation and, where it is switched on, the catalogue browser. The browser is
 * a few files that are the same for every catalogue at the same address: it reads the API, not the release.
 */
import { sha256 } from '../build/content/sha256.ts';
import { hashSources } from '../build/output/compiler-version.ts';
import type { RenderedFile } from '../build/output/rendered-file.ts';
import type { CreatePages } from '../build/output/shared-files.ts';
import { createOnce } from '../console/create-once.ts';
import { publicFiles } from '../contract/release.ts';
import { type Bundle, bundleClient } from './catalogue/bundle.ts';
import { renderShell } from './catalogue/shell.ts';
import { basePathOf } from './docs/base-path.ts';
import { openDocs } from './docs/open-docs.ts';

/** The files from which the browser is made, besides the contract and the compiler. */
const sources = ['pages/*.ts', 'pages/catalogue/**', 'build/render/draw.ts', 'contract/locales.ts'];

const bundle = createOnce(() => bundleClient('catalogue.tsx'));

/**
 * Resolves to the function that creates the pages of a release. They include the browser if `hasBrowser` is true or
 * `catalogue.json` asks for it. Rejects with the errors of `openDocs`.
 */
export async function openPages({ hasBrowser = false } = {}): Promise<CreatePages> {
  const [createDocs, version] = await Promise.all([openDocs(), hashSources(sources)]);
  return (facts) => {
    const docs = createDocs(facts);
    const [context] = facts.contexts;
    const { browser = false } = context?.content.catalogue ?? {};
    if (context === undefined || !(hasBrowser || browser)) return docs;
    const { baseUrl } = context.site;
    const isIndexed = browser === 'indexed';
    return {
      key: sha256(JSON.stringify([docs.key, version, isIndexed])),
      async loadRenderer() {
        const [renderDocs, files] = await Promise.all([docs.loadRenderer(), bundle()]);
        return () => [...renderDocs(), ...browserFiles(files, { baseUrl, isIndexed })];
      },
    };
  };
}

function browserFiles(
  files: Bundle,
  { baseUrl, isIndexed }: { baseUrl: string; isIndexed: boolean },
): readonly RenderedFile[] {
  const path = `${basePathOf(baseUrl)}/catalogue`;
  const shell = renderShell({ baseUrl, path, title: 'Catalogue', isIndexed });
  return [
    { paths: [`public/${publicFiles.catalogue}`], bytes: Buffer.from(shell) },
    ...Array.from(
      files,
      ([name, bytes]): RenderedFile => ({ paths: [`public/catalogue/${name}`], bytes }),
    ),
  ];
}
