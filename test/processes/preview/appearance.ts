/** Finds the faults of a page: in its markup, and in its appearance at several widths and in both themes. */
import type { Page } from 'playwright-core';
import { accessibilityFindings, colourRules } from '../../helpers/browser.ts';
import { markupFaults } from '../../helpers/markup.ts';

const widths = [360, 768, 1280] as const;

/**
 * Returns the faults of a page, one line each: invalid markup, findings of axe-core in windows of 360 and 1280 pixels
 * with the light and the dark theme, and how many pixels the page is wider than windows of 360, 768 and 1280 pixels.
 * Leaves the window 1280 pixels wide.
 */
export async function appearanceFaults(page: Page): Promise<readonly string[]> {
  const found = [...(await markupFaults(await page.content()))];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    if (overflow !== 0) found.push(`${width}: wider than the window by ${overflow}`);
    if (width === 768) continue;
    await page.emulateMedia({ colorScheme: 'light' });
    const light = await accessibilityFindings(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    // The other rules do not depend on the theme.
    const dark = await accessibilityFindings(page, colourRules);
    found.push(...light.map((line) => `${width}, light: ${line}`));
    found.push(...dark.map((line) => `${width}, dark: ${line}`));
  }
  return found;
}
