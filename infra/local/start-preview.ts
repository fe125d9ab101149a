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
  /** Answers requests once the preview is there. */
  readonly answer: PreviewListener;
  /** Is to be called when another release was made current. */
  tellRelease(): void;
}

/**
 * Starts to load the preview of the content and of the releases in the run's folder. Should it fail, that
 * is told by `complain`, and all else goes on.
 */
export function startPreview(
  { folder, stop }: Run,
  { content, baseUrl }: ResolvedSettings,
  { skip, complain }: { skip: readonly string[]; complain: (line: string) => void },
): LocalPreview {
  const tell = (error: Error) => stop.aborted || complain(`preview: ${error.message}`);
  // Loaded here and not above: the first release waits for no module that only the preview needs.
  const loading = import('../../pages/preview/server/preview.ts').then(({ createPreview }) =>
    createPreview({ content, baseUrl, out: folder }),
  );
  loading.then((preview) => follow(preview, { content, skip, stop, tell })).catch(tell);
  return {
    answer: async (request, response) => (await loading).answer(request, response),
    tellRelease() {
      // Why it could not be loaded has been told.
      loading.then((preview) => preview.tellRelease()).catch(() => {});
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
