import test from 'ava';
import { idSchema } from '../../../../build/content/schemas/values.ts';
import { namesById, toId, toPlainText, toSentences } from '../../../../editing/import/text.ts';

test('paragraphs, lines and bullets become sentences of one paragraph', (t) => {
  const html =
    '<p>Cut for layering.</p>\n<p>&bull; Two pockets <br />&bull; Locker loop.</br>&bull; Washes warm;</p>';
  t.is(toSentences(html), 'Cut for layering. Two pockets. Locker loop. Washes warm.');
  t.is(toSentences('Intro:<ul><li>One</li><li>Two!</li></ul>'), 'Intro: One. Two!');
});

test('a text without markup keeps its line breaks as sentences', (t) => {
  t.is(toSentences('First line\nSecond line.'), 'First line. Second line.');
});

test('entities are decoded, even where they were escaped twice', (t) => {
  t.is(toPlainText('Hoodies &amp; Sweatshirts&trade;'), 'Hoodies & Sweatshirts™');
  t.is(toPlainText('&amp;frac14; zip'), '¼ zip');
  t.is(toSentences('&lt;p&gt;Warm&lt;/p&gt;&lt;p&gt;Dry&lt;/p&gt;'), 'Warm. Dry.');
});

test('markup inside a line does not split it, and a bare angle bracket stays', (t) => {
  t.is(toPlainText('A <b>bold</b> <a href="https://example.com">link</a>'), 'A bold link');
  t.is(toPlainText('5 < 6 and 7 > 2'), '5 < 6 and 7 > 2');
});

test('styles, scripts and directives of the shop are dropped', (t) => {
  const html = '<style>p{color:red}</style>{{widget type="x"}}<p>Text</p><script>alert(1)</script>';
  t.is(toSentences(html), 'Text.');
});

test('white space is collapsed, control characters are removed, accents are composed', (t) => {
  t.is(toPlainText('  Cre\u0301neau\u00a0 \u0007cap\u200b '), 'Créneau cap');
});

test('an emoji of several characters stays whole, and half of a character is removed', (t) => {
  t.is(toPlainText('For 👩\u200D🚀 and\u200D \uD83Dall'), 'For 👩\u200D🚀 and all');
});

test('a text that consists only of markup becomes empty', (t) => {
  t.is(toSentences('<p>&nbsp;</p><p>&bull;</p>'), '');
  t.is(toSentences(''), '');
});

test('every name has an id that the content accepts', (t) => {
  const ids = {
    'Navy/White': 'navy-white',
    'Hoodies & Sweatshirts': 'hoodies-and-sweatshirts',
    'Lofty® yarn': 'lofty-yarn',
    'CoolKnit™': 'coolknit',
    "Men's": 'mens',
    'Écru  clair ': 'ecru-clair',
    赤: 'x-8d64',
  };
  for (const [name, id] of Object.entries(ids)) {
    t.is(toId(name), id);
    t.true(idSchema.safeParse(id).success, id);
  }
});

test('of several spellings of a name, the most frequent one is used', (t) => {
  const names = namesById(['NAVY', 'Navy', 'Navy', 'Red']);
  t.deepEqual(Object.fromEntries(names), { navy: 'Navy', red: 'Red' });
});
