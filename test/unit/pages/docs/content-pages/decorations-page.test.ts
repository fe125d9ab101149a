import test from 'ava';
import type { Locale } from '../../../../../contract/locales.ts';
import { renderDecorationsPage } from '../../../../../pages/docs/content-pages/decorations-page.ts';
import { contextOf } from '../../../../helpers/content.ts';

const render = async (locale: Locale) => renderDecorationsPage(await contextOf(locale));

test('every decoration has a section under its id', async (t) => {
  const { text } = (await render('en-CA')).body;
  const anchors = [...text.matchAll(/<section id="([^"]+)">/g)].map(([, id]) => id);
  t.deepEqual(anchors, ['embroidery', 'print']);
});

test('the guide uses the texts of the locale', async (t) => {
  const canadian = await render('en-CA');
  t.is(canadian.title, 'Decoration guide');
  t.true(canadian.body.text.includes('<p>Up to 12 colours of thread.</p>'));
  const american = await render('en-US');
  t.true(american.body.text.includes('<p>Up to 12 colors of thread.</p>'));
  const french = await render('fr-CA');
  t.is(french.title, 'Guide de marquage');
  t.regex(french.description, /^Le fonctionnement /);
  t.true(french.body.text.includes('Envoyez un fichier vectoriel.'));
});

test('markup in a guide is escaped', async (t) => {
  const { text } = (await render('en-CA')).body;
  t.true(text.includes('5 mm &lt; blurred &gt; are &quot;lost&quot; &amp; gone.'));
});

test('icons have a URL below the release, or the external URL in the content', async (t) => {
  const { text } = (await render('en-CA')).body;
  const icons = [...text.matchAll(/<img src="([^"]+)"/g)].map(([, source]) => source);
  t.deepEqual(icons, [
    'https://api.example.test/assets/icons/embroidery.svg',
    'https://cdn.example.test/print.svg',
  ]);
});
