import test from 'ava';
import { escapeMarkup } from '../../../../build/render/draw.ts';

test('markup is escaped, in text and in quoted attributes', (t) => {
  t.is(escapeMarkup('<a href="x">&amp;</a>'), '&lt;a href=&quot;x&quot;&gt;&amp;amp;&lt;/a&gt;');
});
