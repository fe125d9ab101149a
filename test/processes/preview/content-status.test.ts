/** Tests the status in the header of the preview if content has an error or the server does not answer. */
import type { RequestListener } from 'node:http';
import test from 'ava';
import { startPreviewAlone } from './preview-run.ts';

test.serial('a first visit while a product has an error shows the other products', async (t) => {
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

test.serial(
  'a page connects again after another server has answered in the place of the preview',
  async (t) => {
    const { server, open } = await startPreviewAlone(t);
    const page = await open(t, '');
    const status = page.getByRole('banner').getByRole('status');
    await status.getByText('Up to date').waitFor();
    const [answer] = server.listeners('request') as [RequestListener];
    server.off('request', answer);
    server.on('request', (_, response) => response.writeHead(404).end());
    const refused = page.waitForResponse((response) => {
      return response.url().endsWith('/events') && response.status() === 404;
    });
    server.closeAllConnections();
    await refused;
    t.is(await status.textContent(), 'npm run dev does not answer');
    server.removeAllListeners('request').on('request', answer);
    await status.getByText('Up to date').waitFor();
  },
);
