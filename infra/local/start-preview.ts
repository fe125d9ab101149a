/**
 * The editors' preview within `npm run dev`. It has a watch of its own, since the runner's is deaf while
 * it builds: what is saved is seen before it is released.
 */
import type { Preview } from '../../pages/preview/server/preview.ts';
import type { PreviewListener } from './embedded-server.ts';
import type { Place } from './place.ts';
import type { Run } from './run-until-stopped.ts';
import { watchFolder } from './watch-folder.ts';

/** Starts to load the preview, and gives what answers its requests once it is there. */
export function startPreview(
  run: Run,
  { content, baseUrl }: Place,
  skip: readonly string[],
): PreviewListener {
  // Loaded here and not above: the first release waits for no module that only the preview needs.
  const loading = import('../../pages/preview/server/preview.ts').then(({ createPreview }) =>
    createPreview({ content, baseUrl }),
  );
  loading
    .then((preview) => follow(preview, run, { content, skip }))
    .catch((error: Error) => run.stop.aborted || run.fail(error));
  return async (request, response) => (await loading).answer(request, response);
}

async function follow(
  preview: Preview,
  { stop }: Run,
  { content, skip }: { content: string; skip: readonly string[] },
): Promise<void> {
  // The runner's own watch tells what the system refuses.
  for await (const { files } of watchFolder(content, { skip, stop, tell: () => {} })) {
    // While the folder is away, what was shown stays.
    if (files > 0) await preview.look();
  }
}
