/**
 * Runs the preview for editors within `npm run dev`. It has its own watch on the content, because the runner's watch
 * reports no changes during a build: the preview shows a save before its release exists.
 */
import { createOnce } from '../../console/create-once.ts';
import type { Preview } from '../../pages/preview/server/preview.ts';
import type { PreviewListener } from './embedded-server.ts';
import type { Run } from './run-until-stopped.ts';
import type { ResolvedSettings } from './settings.ts';
import { type WatchedFolder, watchFolder } from './watch-folder.ts';

/** The preview for editors, as the embedded server uses it. */
export interface LocalPreview {
  /** Answers a request for a page of the preview, or for the data that a page loads. */
  readonly answer: PreviewListener;
  /** Notifies every open page of the preview that another release is current. */
  announceRelease(): void;
}

/**
 * Creates the preview that shows editors the content and the releases in the run's folder. Loads its modules and begins
 * to watch the content at the first request, so that it costs nothing until a page is opened. If reading fails later,
 * calls `printError` with the reason and continues. `skip` lists paths within the content folder that are not watched.
 */
export function startPreview(
  { folder, stop }: Pick<Run, 'folder' | 'stop'>,
  { content, baseUrl }: ResolvedSettings,
  { skip, printError }: { skip: readonly string[]; printError: (line: string) => void },
): LocalPreview {
  const tell = (error: Error) => stop.aborted || printError(`preview: ${error.message}`);
  let started: Preview | undefined;
  const start = createOnce(async () => {
    const { createPreview } = await import('../../pages/preview/server/preview.ts');
    const preview = createPreview({ content, baseUrl, out: folder });
    // The runner's own watch reports errors of the system.
    const { scans } = watchFolder(content, { skip, stop, printError: () => {} });
    // Only begins the watch: the request that started the preview reads the content.
    await scans.next();
    follow(preview, scans, tell).catch(tell);
    started = preview;
    return preview;
  });
  return {
    async answer(request, response) {
      return (await start()).answer(request, response);
    },
    announceRelease() {
      started?.announceRelease();
    },
  };
}

async function follow(
  preview: Preview,
  scans: WatchedFolder['scans'],
  tell: (error: Error) => void,
): Promise<void> {
  for await (const { files } of scans) {
    // The runner itself reports a missing folder.
    await preview.refresh().catch((error: Error) => files > 0 && tell(error));
  }
}
