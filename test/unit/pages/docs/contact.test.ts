import test from 'ava';
import { addresses, markdownAddress } from '../../../../pages/docs/addresses.ts';
import { openDocs } from '../../../../pages/docs/open-docs.ts';
import type { Context } from '../../../helpers/content.ts';
import { pageFacts } from '../../../helpers/page-facts.ts';

test('the guide links to the contact page in the language of its reader', async (t) => {
  const facts = await pageFacts();
  const url = { en: 'https://shop.example/help', fr: 'https://shop.example/aide' };
  const contexts = facts.contexts.map((context) => {
    const catalogue = { ...context.content.catalogue, api: { contact: { name: 'Support', url } } };
    return { ...context, content: { ...context.content, catalogue } } as Context;
  });
  const render = await (await openDocs())({ ...facts, contexts }).loadRenderer();
  const files = render();
  for (const [language, address] of Object.entries(addresses.guide)) {
    const path = `public${markdownAddress(address)}`;
    const text = String(files.find(({ paths }) => paths.includes(path))?.bytes);
    t.true(text.includes(`](<${url[language as 'en' | 'fr']}>)`), language);
  }
});
