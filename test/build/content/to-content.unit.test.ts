import test from 'ava';
import { loadDraft } from '../../../build/content/load-draft.ts';
import { toContent } from '../../../build/content/to-content.ts';
import { copyContent, fixtureContent } from '../../helpers/content.ts';

test('a valid folder becomes content with every row and product', async (t) => {
  const draft = await loadDraft(fixtureContent);
  const content = toContent(draft);
  t.is(content.products.length, draft.products.length);
  t.is(content.net.get('A3'), draft.net.get('A3')?.rows);
  t.is(content.catalogue.defaultLocale, 'en-CA');
});

test('a product with an invalid member throws, with its file', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('products/TEE-1.json', '"gsm": 180', '"gsm": -1');
  const draft = await loadDraft(folder.path);
  t.throws(() => toContent(draft), { message: /products\/TEE-1\.json/ });
});
