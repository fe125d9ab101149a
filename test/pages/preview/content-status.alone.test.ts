/** The status in the header of the preview, when content or server are not as usual. */
import test from 'ava';
import { startPreviewAlone } from './preview-run.ts';

test('a first visit while a product has an error shows the other products', async (t) => {
  const { content, refresh, open } = await startPreviewAlone(t);
  await content.replace('products/JKT507.json', '"navy-white"', '"nvay-white"');
  const page = await open(t, '');
  t.is(await page.locator('.card').count(), 78);
  const status = page.getByRole('banner').getByRole('status');
  t.is(await status.textContent(), 'Without the products that have errors · 1 error');
  await content.replace('products/JKT507.json', '"nvay-white"', '"navy-white"');
  await refresh();
  await page.getByText('79 of 79 products').waitFor();
  t.is(await status.textContent(), 'Up to date');
});
