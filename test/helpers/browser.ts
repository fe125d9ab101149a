/** A real browser for the tests of pages: the machine's Chromium or Chrome, driven by playwright-core. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { browserProgram, findProgram, provisionHint } from '../../infra/provision/programs.ts';
import type { Teardown } from './teardown.ts';

/**
 * Starts the browser, and ends it at the teardown. Rejects with an `Error` that says how to install a browser if none
 * is installed.
 */
export async function startBrowser(t: Teardown): Promise<Browser> {
  const executablePath = findProgram(browserProgram);
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

/** Opens a browser context in which each step may take two minutes, instead of Playwright's half a minute. */
export async function openContext(
  browser: Browser,
  options?: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(120_000);
  return context;
}

const axeScript = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Rules of axe-core whose result depends on the colour scheme. */
export const colourRules = ['color-contrast', 'link-in-text-block'] as const;

/**
 * Returns the findings of axe-core on a page, one line each. Checks `rules`, or all rules if undefined.
 */
export async function accessibilityFindings(
  page: Page,
  rules?: readonly string[],
): Promise<readonly string[]> {
  // Sent by the debugger's protocol, which a page's Content-Security-Policy does not block.
  await page.evaluate(await readFile(axeScript, 'utf8'));
  // axe-core cannot compute contrast over gradients: those at the edges of what scrolls are left out.
  await page.evaluate(
    'for (const each of document.querySelectorAll(".scroll, .code pre, .example pre, .bar nav")) each.style.backgroundImage = "none"',
  );
  // Without the rules that pass: on a large page they are megabytes.
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const run = `axe.run(${options}).then(({ violations }) => violations)`;
  const violations = await page.evaluate<Result[]>(run);
  return violations.map(describe);
}

/**
 * Records every label that a button of a page gets from now on. Returns a function that resolves once a button has got
 * `label`, even if its label has changed again: some labels are shown for only two seconds, and a click can take longer
 * to return on a busy machine.
 */
export async function watchButtons(page: Page): Promise<(label: string) => Promise<void>> {
  await page.evaluate(`globalThis.labels = new EventTarget();
    labels.seen = new Set();
    for (const button of document.querySelectorAll('button')) {
      const changes = { childList: true, characterData: true, subtree: true };
      new MutationObserver(() => {
        labels.seen.add(button.textContent);
        labels.dispatchEvent(new Event(button.textContent));
      }).observe(button, changes);
    }`);
  return async (label) => {
    const name = JSON.stringify(label);
    // Not `waitForFunction`: a Content-Security-Policy blocks each of its checks after the first.
    await page.evaluate(`new Promise((resolve) => {
      if (labels.seen.has(${name})) resolve();
      else labels.addEventListener(${name}, () => resolve(), { once: true });
    })`);
  };
}

function describe({ impact, id, help, nodes }: Result): string {
  return `${impact} ${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`;
}
