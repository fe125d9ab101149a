import test from 'ava';
import { html, Markup, page } from '../../pages/html.ts';

test('values in a template are escaped, also numbers and lists', (t) => {
  const { text } = html`<p>${'<b>'}${7}${['&', html`<i>${'"'}</i>`]}</p>`;
  t.is(text, '<p>&lt;b&gt;7&amp;<i>&quot;</i></p>');
});

test('markup is inserted unchanged', (t) => {
  t.is(html`<p>${new Markup('<b>x</b>')}</p>`.text, '<p><b>x</b></p>');
});

test('a page names its language, its title escaped, and the style sheet', (t) => {
  const text = page({ language: 'fr', title: 'A & <B>', body: html`<p>Text</p>` });
  t.regex(text, /^<!doctype html>\n<html lang="fr">/);
  t.regex(text, /<title>A &amp; &lt;B&gt;<\/title>/);
  t.regex(text, /<h1>A &amp; &lt;B&gt;<\/h1>\n<p>Text<\/p>/);
  t.regex(text, /<link rel="stylesheet" href="\/docs\/style\.css">/);
  t.regex(text, /<meta charset="utf-8">/);
});
