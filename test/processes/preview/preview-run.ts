/** Starts `npm run dev` on a copy of the sample catalogue, and opens pages of its preview in a browser. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openContext, startBrowser } from '../../helpers/browser.ts';
import { type ContentFolder, editFolder, makeFolder } from '../../helpers/content.ts';
import type { Client } from '../../helpers/http-client.ts';
import type { Teardown } from '../../helpers/teardown.ts';
import { startDev } from '../local/dev-run.ts';

/** A running preview. */
export interface PreviewRun {
  /** The content that the preview shows; tests edit it. */
  readonly content: ContentFolder;
  /** Sends requests to the server. */
  readonly ask: Client;
  /** Waits until the next release is served. */
  served(): Promise<void>;
  /**
   * Opens a page of the preview, such as `/findings`, for one test and waits for its heading. An error of
   * the page's script fails the test.
   */
  open(test: Teardown, path: string, language?: string): Promise<Page>;
}

/** Starts the preview and a browser for a file of tests. */
export async function startPreviewRun(t: Teardown): Promise<PreviewRun> {
  const path = join(await makeFolder(t), 'content');
  cpSync('content', path, { recursive: true });
  const dev = await startDev(t, path);
  const [{ ask, port }, browser] = await Promise.all([dev.opened(), startBrowser(t)]);
  return {
    content: editFolder(path),
    ask,
    served: async () => void (await dev.output.until(/^serving release /)),
    async open(test, address, language = 'en') {
      const context = await openContext(browser, {
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
        locale: language,
      });
      test.teardown(() => context.close());
      const page = await context.newPage();
      page.on('pageerror', (error) => {
        throw error;
      });
      await page.goto(`http://localhost:${port}/preview${address}`);
      await page.locator('h1').waitFor();
      return page;
    },
  };
}
