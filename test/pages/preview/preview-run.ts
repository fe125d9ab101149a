/** `npm run dev` on a copy of a catalogue, and a browser at its preview. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startBrowser } from '../../helpers/browser.ts';
import { type ContentFolder, editFolder, makeFolder } from '../../helpers/content.ts';
import type { Client } from '../../helpers/http-client.ts';
import type { Teardown } from '../../helpers/teardown.ts';
import { startDev } from '../../infra/local/dev-run.ts';

export interface PreviewRun {
  /** What the editor edits. */
  readonly content: ContentFolder;
  readonly ask: Client;
  /** Demo keys by their label. */
  readonly keys: Readonly<Record<string, string>>;
  /** Waits until the next release is served. */
  served(): Promise<void>;
  /** Opens a page of the preview, `/findings`, for one test; waits for its heading, fails on any error of its script. */
  open(
    test: Teardown,
    path: string,
    options?: { width?: number; dark?: boolean; language?: string },
  ): Promise<Page>;
}

/** Starts both for a file of tests, on a copy of the catalogue in the folder. */
export async function startPreviewRun(t: Teardown, source = 'content'): Promise<PreviewRun> {
  const path = join(await makeFolder(t), 'content');
  cpSync(source, path, { recursive: true });
  const dev = await startDev(t, path);
  const { ask, port, keys } = await dev.opened();
  const browser = await startBrowser(t);
  return {
    content: editFolder(path),
    ask,
    keys,
    served: async () => {
      await dev.output.until(/^serving release /);
    },
    async open(test, address, { width = 1280, dark = false, language = 'en' } = {}) {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme: dark ? 'dark' : 'light',
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
