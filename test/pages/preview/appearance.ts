/**
 * Finds the faults of a page: in its markup, and in its appearance at every width and in both themes.
 */
import type { Page } from 'playwright-core';
import { accessibilityFindings, colourRules } from '../../helpers/browser.ts';
import { markupFaults } from '../../helpers/markup.ts';

const widths = [360, 768, 1280] as const;

/**
 * Returns, one line each: faults of the markup, the findings of axe-core at 360 and 1280 pixels in light and dark, and
 * by how much the page is wider than its window at 360, 768 and 1280. Leaves the window at 1280.
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
