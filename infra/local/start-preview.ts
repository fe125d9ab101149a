/** Runs the preview for editors within `npm run dev`. */
import { createOnce } from '../../console/create-once.ts';
import type { Preview, PreviewOptions } from '../../pages/preview/preview.ts';

/**
 * Returns the preview. Its modules are loaded at the first request, so that it costs nothing until a page is opened.
 * `announce` calls `printError` if a page cannot be told of a build.
 */
export function startPreview(
  options: PreviewOptions,
  { printError }: { printError: (line: string) => void },
): Preview {
  let started: Preview | undefined;
  const start = createOnce(async () => {
    const { createPreview } = await import('../../pages/preview/preview.ts');
    started = createPreview(options);
    return started;
  });
  return {
    async answer(request, response) {
      return (await start()).answer(request, response);
    },
    async announce() {
      await started?.announce().catch((error: Error) => printError(`preview: ${error.message}`));
    },
  };
}
