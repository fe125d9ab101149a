/**
 * Starts the preview on a copy of a catalogue within `npm run dev`, and opens its pages in a
 * browser.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openContext, startBrowser } from '../../helpers/browser.ts';
import { type ContentFolder, editFolder, makeFolder } from '../../helpers/content.ts';
import type { Client } from '../../helpers/http-client.ts';
import type { Teardown } from '../../helpers/teardown.ts';
import { startDev } from '../local/dev-run.ts';

/** A running preview, whose pages tests open in a browser. */
export interface OpenPreview {
  /** The content that the preview shows; tests edit it. */
  readonly content: ContentFolder;
  /**
   * Opens a page of the preview, such as `/findings`, for one test and waits for its heading. Any error of
   * the page's script fails the test.
   */
  open(test: Teardown, path: string, options?: { language?: string }): Promise<Page>;
}

/** A preview within a running `npm run dev`; `ask` sends requests to that server. */
export interface PreviewRun extends OpenPreview {
  readonly ask: Client;
  /** Demo keys by their label. */
  readonly keys: Readonly<Record<string, string>>;
  /** Waits until the next release is served. */
  served(): Promise<void>;
}

/**
 * Starts `npm run dev` on a copy of the catalogue in the folder `source`, and a browser, for a file of tests.
 */
export async function startPreviewRun(t: Teardown, source = 'content'): Promise<PreviewRun> {
  const content = await copyContent(t, source);
  const dev = await startDev(t, content.path);
  const { ask, port, keys } = await dev.opened();
  return {
    content,
    ask,
    keys,
    served: async () => {
      await dev.output.until(/^serving release /);
    },
    open: await createOpener(t, port),
  };
}

async function copyContent(t: Teardown, source: string): Promise<ContentFolder> {
  const path = join(await makeFolder(t), 'content');
  cpSync(source, path, { recursive: true });
  return editFolder(path);
}

async function createOpener(t: Teardown, port: number): Promise<OpenPreview['open']> {
  const browser = await startBrowser(t);
  return async (test, address, { language = 'en' } = {}) => {
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
  };
}
