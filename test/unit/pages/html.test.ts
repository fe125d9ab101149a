import test from 'ava';
import { html, Markup } from '../../../pages/html.ts';

test('values in a template are escaped, including elements of lists', (t) => {
  const { text } = html`<p>${'<b>'}${7}${['&', html`<i>${'"'}</i>`]}</p>`;
  t.is(text, '<p>&lt;b&gt;7&amp;<i>&quot;</i></p>');
});

test('markup is inserted unchanged', (t) => {
  t.is(html`<p>${new Markup('<b>x</b>')}</p>`.text, '<p><b>x</b></p>');
});
