/**
 * The editors' preview within `npm run dev`. It has a watch of its own, since the runner's is deaf while
 * it builds: what is saved is seen before it is released.
 */
import type { Preview } from '../../pages/preview/server/preview.ts';
import type { PreviewListener } from './embedded-server.ts';
import type { Run } from './run-until-stopped.ts';
import type { ResolvedSettings } from './settings.ts';
import { watchFolder } from './watch-folder.ts';

export interface LocalPreview {
  /** Answers a request for a page or its data. */
  readonly answer: PreviewListener;
  /** Is to be called when another release was made current. */
  tellRelease(): void;
}

/**
 * Creates the preview of the content and of the releases in the run's folder. Nothing is loaded and no
 * content is read before the first request: an editor who has no page open waits for nothing of it.
 * If the content cannot be read later, `complain` is called with the reason, and all else goes on.
 */
export function startPreview(
  { folder, stop }: Run,
  { content, baseUrl }: ResolvedSettings,
  { skip, complain }: { skip: readonly string[]; complain: (line: string) => void },
): LocalPreview {
  const tell = (error: Error) => stop.aborted || complain(`preview: ${error.message}`);
  let starting: Promise<Preview> | undefined;
  const start = async () => {
    const { createPreview } = await import('../../pages/preview/server/preview.ts');
    const preview = createPreview({ content, baseUrl, out: folder });
    follow(preview, { content, skip, stop, tell }).catch(tell);
    return preview;
  };
  return {
    async answer(request, response) {
      starting ??= start();
      return (await starting).answer(request, response);
    },
    tellRelease() {
      // The request that started it was answered with the reason of a failure.
      starting?.then((preview) => preview.tellRelease()).catch(() => {});
    },
  };
}

interface Following extends Pick<Run, 'stop'> {
  readonly content: string;
  readonly skip: readonly string[];
  readonly tell: (error: Error) => void;
}

async function follow(preview: Preview, { content, skip, stop, tell }: Following): Promise<void> {
  // The runner's own watch tells what the system refuses.
  const watched = watchFolder(content, { skip, stop, complain: () => {} });
  for await (const { files } of watched.looks) {
    // While the folder is away, what was shown stays.
    if (files > 0) await preview.look().catch(tell);
  }
}
