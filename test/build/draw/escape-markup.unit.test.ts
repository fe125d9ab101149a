import test from 'ava';
import { escapeMarkup } from '../../../build/draw/escape-markup.ts';

test('what could be markup is escaped, for text and for quoted attributes', (t) => {
  t.is(escapeMarkup('<a href="x">&amp;</a>'), '&lt;a href=&quot;x&quot;&gt;&amp;amp;&lt;/a&gt;');
});
