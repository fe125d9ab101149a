/** A real browser for the tests of pages: Debian's Chromium, driven by playwright-core. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, Result } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Teardown } from './teardown.ts';

/** Starts Chromium for one file of tests, and ends it with the file. */
export async function startBrowser(t: Teardown): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    // Chromium's sandbox refuses root, who runs the tests in many containers; pages are our own.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-dev-shm-usage'],
  });
  t.teardown(() => browser.close());
  return browser;
}

const axeScript = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe-core finds serious or critical on the page as it stands, one line a finding. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  // Through the debugger's channel: a page's Content-Security-Policy does not hold it back.
  await page.evaluate(await readFile(axeScript, 'utf8'));
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations.filter(isSerious).map(describe);
}

function isSerious({ impact }: Result): boolean {
  return impact === 'serious' || impact === 'critical';
}

function describe({ id, help, nodes }: Result): string {
  return `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`;
}
