/**
 * The editors' preview within `npm run dev`. It has a watch of its own, since the runner's is deaf while
 * it builds: what is saved is seen before it is released.
 */
import type { Preview } from '../../pages/preview/server/preview.ts';
import type { PreviewListener } from './embedded-server.ts';
import type { Place } from './place.ts';
import type { Run } from './run-until-stopped.ts';
import { watchFolder } from './watch-folder.ts';

/**
 * Starts to load the preview, and gives what answers its requests once it is there. Should it fail, that is
 * told by `complain`, and all else goes on.
 */
export function startPreview(
  { stop }: Run,
  { content, baseUrl }: Place,
  { skip, complain }: { skip: readonly string[]; complain: (line: string) => void },
): PreviewListener {
  const tell = (error: Error) => stop.aborted || complain(`preview: ${error.message}`);
  // Loaded here and not above: the first release waits for no module that only the preview needs.
  const loading = import('../../pages/preview/server/preview.ts').then(({ createPreview }) =>
    createPreview({ content, baseUrl }),
  );
  loading.then((preview) => follow(preview, { content, skip, stop, tell })).catch(tell);
  return async (request, response) => (await loading).answer(request, response);
}

interface Following extends Pick<Run, 'stop'> {
  readonly content: string;
  readonly skip: readonly string[];
  readonly tell: (error: Error) => void;
}

async function follow(preview: Preview, { content, skip, stop, tell }: Following): Promise<void> {
  // The runner's own watch tells what the system refuses.
  for await (const { files } of watchFolder(content, { skip, stop, tell: () => {} })) {
    // While the folder is away, what was shown stays.
    if (files > 0) await preview.look().catch(tell);
  }
}
