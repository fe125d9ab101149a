/** Writes the pages of `/docs`, or takes them from the previous release if they are made from the same data. */
import { handledLater } from './all-of.ts';
import type { Encoding } from './encode.ts';
import type { PreviousRelease } from './previous-release.ts';
import type { Paths, ReleaseFiles } from './release-files.ts';
import { wrapRenderErrors } from './rendered-file.ts';
import type { Pages } from './shared-files.ts';
import { shortHash } from './stamps.ts';

/** Name of the file of a release that lists the files of the pages, so that the next build can reuse them. */
const pagesRecordFile = 'pages.json';

interface PagesRecord {
  /** Hash of everything that the bytes of the files depend on. */
  readonly key: string;
  readonly files: readonly Paths[];
}

interface WritePagesOptions {
  readonly files: ReleaseFiles;
  readonly previous: PreviousRelease;
  readonly encoding: Encoding;
}

/**
 * Adds the pages of `/docs` to a release: takes those of the previous release if they were made from the same data, and
 * otherwise renders them. Resolves as soon as the hashes of the plain files are known, because the id of the release is
 * made from them. Compressing and writing the files continues until `written` resolves. Rejects with `RenderError`,
 * with `ReleaseError` if a page shows a damaged detail, and with file-system errors and other errors of `files`.
 * `written` rejects only with errors of `files`.
 */
export async function writePages(
  pages: Pages,
  { files, previous, encoding }: WritePagesOptions,
): Promise<{ readonly written: Promise<void> }> {
  const key = shortHash(`${previous.compiler} ${encoding} ${pages.key}`);
  const last = previous.readRecord(pagesRecordFile) as PagesRecord | undefined;
  if (last?.key === key && files.takeAll(last.files)) {
    files.addRecord(pagesRecordFile, last);
    return { written: Promise.resolve() };
  }
  const render = await pages.loadRenderer();
  const rendered = wrapRenderErrors('the pages', render);
  files.addRecord(pagesRecordFile, { key, files: rendered.map(({ paths }) => paths) });
  return { written: handledLater(files.write(rendered)) };
}
