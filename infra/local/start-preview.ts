/**
 * The editors' preview within `npm run dev`. It has a watch of its own, since the runner's is deaf while
 * it builds: what is saved is seen before it is released.
 */
import type { Preview } from '../../pages/preview/server/preview.ts';
import type { PreviewListener } from './embedded-server.ts';
import type { Place } from './place.ts';
import type { Run } from './run-until-stopped.ts';
import { watchFolder } from './watch-folder.ts';

export interface LocalPreview {
  /** Answers requests once the preview is there. */
  readonly answer: PreviewListener;
  /** Is to be called when another release was made current. */
  tellRelease(): Promise<void>;
}

/** Starts to load the preview of the content and of the releases in the run's folder. */
export function startPreview(
  run: Run,
  { content, baseUrl }: Place,
  skip: readonly string[],
): LocalPreview {
  // Loaded here and not above: the first release waits for no module that only the preview needs.
  const loading = import('../../pages/preview/server/preview.ts').then(({ createPreview }) =>
    createPreview({ content, baseUrl, out: run.folder }),
  );
  loading
    .then((preview) => follow(preview, run, { content, skip }))
    .catch((error: Error) => run.stop.aborted || run.fail(error));
  return {
    answer: async (request, response) => (await loading).answer(request, response),
    tellRelease: async () => (await loading).tellRelease(),
  };
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
