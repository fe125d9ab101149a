/** Values of shops as content has them: sizes, colours, texts, money and attributes. */
import test from 'ava';
import fc from 'fast-check';
import { sizesSchema } from '../../../../build/content/schemas/sizes.ts';
import { idSchema } from '../../../../build/content/schemas/values.ts';
import { familiesOf, hexOf } from '../../../../editing/import/color-names.ts';
import { convert, parseRate, percentOf } from '../../../../editing/import/money.ts';
import { normalizeSize, sortSizes } from '../../../../editing/import/sizes.ts';
import { namesById, toId, toPlainText, toSentences } from '../../../../editing/import/text.ts';

test('spellings of one size become one name, and other sizes keep theirs', (t) => {
  for (const [size, spellings] of [
    ['2XL', ['2XL', 'XXL', 'xxl', 'XX-Large', 'XXLARGE', '2X', '2 XL']],
    ['XS', ['Extra Small']],
    ['OSFA', ['One Size', 'O/S']],
    ['S/M', ['S-M']],
    ['32X34', ['32x34']],
    ['8.5', ['8.5', '8,5']],
    ['7 5/8', ['7⅝']],
    ['10 1/2', ['10 ½']],
    ['10-12', ['10-12', '10,12']],
    ['7', ['Size: 7', 'Taille 7', 'SIZE 7']],
    ['XL/2XL', ['XL / XXL']],
    ['M UK 6-8.5', ['Medium (UK 6-8.5)']],
  ] as const) {
    for (const spelling of spellings) t.is(normalizeSize(spelling), size, spelling);
  }
  t.is(normalizeSize(' 42,5 ', 'fr'), '42.5');
});

test('every size gets a name that content allows, and that stays the same', (t) => {
  const unit = fc.constantFrom('A', 'é', '8', '.', "'", '/', '-', ' ', '(', ',', '\t', '½');
  const { element: schema } = sizesSchema.shape.sizes;
  const property = fc.property(fc.string({ unit }), (text) => {
    const size = normalizeSize(`x${text}`, 'fr');
    t.true(schema.safeParse(size).success, JSON.stringify([text, size]));
    t.is(normalizeSize(size), size);
  });
  fc.assert(property);
});

test('sizes are sorted as people sort them', (t) => {
  const lists = [
    ['S', 'XL', '2XL', '8.5', '10', '28', '32', 'TALL', 'SHORT', 'OSFA'],
    ['XS', 'S', 'S/M', 'M', 'M UK 6-8.5', 'M/L', 'L', 'XL', 'XLT', '2XL', 'YS', 'YM'],
    ['6 7/8', '7', '7 1/8', '7 5/8', '8', '9.5', '10'],
    ['NB', '0-3M', '3-6M', '12M', '18M', '2T', '3T', '4 ANS', '5', '6X', '10-12'],
    ['EU 9', 'EU 10', 'US 7'],
  ];
  for (const sorted of lists) {
    t.deepEqual(sortSizes([...sorted].sort().reverse(), ['Tall', 'Short']), sorted);
  }
});

test('colours of a shop are found in any letter case, before the usual ones', (t) => {
  const swatches = new Map([['navy', '#1F2A44']]);
  t.deepEqual(hexOf('navy', swatches), ['#1F2A44']);
  t.deepEqual(hexOf('Navy/White', swatches), ['#1F2A44', '#FBFBF9']);
  t.deepEqual(hexOf('Navy/Driftmoss', swatches), []);
  t.deepEqual(familiesOf(toId('Navy/White')), ['blue', 'white']);
  t.deepEqual(familiesOf(toId('Driftmoss')), []);
});

test('HTML becomes plain sentences of one paragraph', (t) => {
  for (const [html, text] of [
    [
      '<p>Cut wide.</p>\n<p>&bull; One <br />&bull; Two.</br>&bull; Warm;</p>',
      'Cut wide. One. Two. Warm.',
    ],
    ['Intro:<ul><li>One</li><li>Two!</li></ul>', 'Intro: One. Two!'],
    ['First line\nSecond line.', 'First line. Second line.'],
    ['&lt;p&gt;Warm&lt;/p&gt;&lt;p&gt;Dry&lt;/p&gt;', 'Warm. Dry.'],
    ['<style>p{}</style><p>Text</p><script>alert(1)</script>', 'Text.'],
    [
      '<table><tr><td> </td><th>Chest</th><td><p>Length</p></td></tr><tr><td>S</td><td>20</td><td>27 ½</td></tr></table>',
      'Chest, Length. S: 20, 27 ½.',
    ],
    ['<td>S</td><td>20</td>', 'S 20.'],
    ['<p>&nbsp;</p><p>&bull;</p>', ''],
  ] as const) {
    t.is(toSentences(html), text);
  }
});

test('plain text has no entities, markup, control characters or parts of characters', (t) => {
  for (const [source, text] of [
    ['Hoodies &amp; Sweatshirts&trade; &amp;frac14; zip', 'Hoodies & Sweatshirts™ ¼ zip'],
    ['A <b>bold</b> <a href="https://example.com">link</a>', 'A bold link'],
    ['5 < 6 and 7 > 2', '5 < 6 and 7 > 2'],
    ['  Cre\u0301neau\u00a0 \u0007cap\u200b ', 'Créneau cap'],
    ['For 👩\u200D🚀 and\u200D \uD83Dall', 'For 👩\u200D🚀 and all'],
  ] as const) {
    t.is(toPlainText(source), text);
  }
});

test('every name has an id that content accepts, and the most frequent spelling is used', (t) => {
  for (const [name, id] of [
    ['Navy/White', 'navy-white'],
    ['Hoodies & Sweatshirts', 'hoodies-and-sweatshirts'],
    ['Lofty® yarn', 'lofty-yarn'],
    ["Men's", 'mens'],
    ['Écru  clair ', 'ecru-clair'],
    ['Weiß', 'weiss'],
    ['Cœur Œuvre Ærø łódź', 'coeur-oeuvre-aero-lodz'],
    ['赤', 'x-8d64'],
  ] as const) {
    t.is(toId(name), id);
    t.true(idSchema.safeParse(id).success, id);
  }
  const names = namesById(['NAVY', 'Navy', 'Navy', 'Red']);
  t.deepEqual(Object.fromEntries(names), { navy: 'Navy', red: 'Red' });
});

test('exchange rates and percentages are exact, rounded half up, and at least a cent', (t) => {
  const rate = parseRate('1.37');
  t.is(convert(5200, 'USD', 'CAD', rate), 7124);
  t.is(convert(4850, 'USD', 'CAD', rate), 6645);
  t.is(convert(1, 'CAD', 'USD', parseRate('3')), 1);
  t.is(percentOf(2451, 50), 1226);
  t.is(percentOf(1, 10), 1);
});
