import test from 'ava';
import { renderDecorationsPage } from '../../../../pages/docs/content-pages/decorations-page.ts';
import { contextOf } from '../../../helpers/content.ts';

test('every decoration has a section under its id', async (t) => {
  const text = renderDecorationsPage(await contextOf('en-CA'));
  const anchors = [...text.matchAll(/<section id="([^"]+)">/g)].map(([, id]) => id);
  t.deepEqual(anchors, ['embroidery', 'print']);
});

test('the guide uses the texts of the locale', async (t) => {
  const canadian = renderDecorationsPage(await contextOf('en-CA'));
  t.regex(canadian, /<html lang="en">/);
  t.regex(canadian, /<h1>Decoration guide<\/h1>/);
  t.true(canadian.includes('<p>Up to 12 colours of thread.</p>'));
  const american = renderDecorationsPage(await contextOf('en-US'));
  t.true(american.includes('<p>Up to 12 colors of thread.</p>'));
  const french = renderDecorationsPage(await contextOf('fr-CA'));
  t.regex(french, /<html lang="fr">/);
  t.regex(french, /<h1>Guide de marquage<\/h1>/);
  t.true(french.includes('Envoyez un fichier vectoriel.'));
});

test('markup in a guide is escaped', async (t) => {
  const text = renderDecorationsPage(await contextOf('en-CA'));
  t.true(text.includes('5 mm &lt; blurred &gt; are &quot;lost&quot; &amp; gone.'));
});

test('icons have the URL of the release, or the one that content names', async (t) => {
  const text = renderDecorationsPage(await contextOf('en-CA'));
  const icons = [...text.matchAll(/<img src="([^"]+)"/g)].map(([, source]) => source);
  t.deepEqual(icons, [
    'https://api.example.test/assets/icons/embroidery.svg',
    'https://cdn.example.test/print.svg',
  ]);
});
