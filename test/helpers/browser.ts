/** A real browser for the tests of pages: the machine's Chromium or Chrome, driven by playwright-core. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { browserProgram, findProgram, provisionHint } from '../../infra/provision/programs.ts';
import type { Teardown } from './teardown.ts';

/** Starts the browser for one file of tests, and ends it with the file. Rejects, saying what to do, when there is none. */
export async function startBrowser(t: Teardown): Promise<Browser> {
  const executablePath = await findProgram(browserProgram);
  if (executablePath === undefined) throw new Error(provisionHint([browserProgram]));
  const browser = await chromium.launch({
    executablePath,
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
  // What passes is not told: on a large page it is megabytes.
  const run = "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)";
  const violations = await page.evaluate<Result[]>(run);
  return violations.filter(isSerious).map(describe);
}

function isSerious({ impact }: Result): boolean {
  return impact === 'serious' || impact === 'critical';
}

function describe({ id, help, nodes }: Result): string {
  return `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`;
}
