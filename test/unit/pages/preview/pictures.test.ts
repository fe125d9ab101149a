import test from 'ava';
import { previewUrl } from '../../../../pages/preview/server/pictures.ts';
import { baseUrl, contextOf } from '../../../helpers/content.ts';

test('the URL of a picture in the content is replaced with a URL of the preview, and any other URL stays unchanged', async (t) => {
  const context = await contextOf('en-CA');
  const [asset = ''] = context.content.assets.keys();
  t.not(asset, '');
  const catalogue = { content: context.content, contexts: [context], products: new Map() };
  t.regex(
    previewUrl(catalogue, `${baseUrl}/assets/${asset}`),
    new RegExp(`^/preview/files/assets/${asset}\\?v=[0-9a-f]{12}$`),
  );
  for (const url of [
    `${baseUrl}/assets/none.svg`,
    `${baseUrl}/shop/photo.jpg`,
    'https://images.example.com/photo.jpg',
  ]) {
    t.is(previewUrl(catalogue, url), url);
  }
});
