import test from 'ava';
import { Marked } from 'marked';
import { escapeOutsideCode } from '../../../console/sections.ts';

test('a text with code stays in one cell of a Markdown table and is shown literally', (t) => {
  for (const [text, html] of [
    ['text|json', 'text|json'],
    ['a | `b | c` | d', 'a | <code>b | c</code> | d'],
    ['`a|b`', '<code>a|b</code>'],
    ['a *b* [c] _d_ <e> & \\| f', 'a *b* [c] _d_ &lt;e&gt; &amp; \\| f'],
  ] as const) {
    const table = `| a | b |\n|---|---|\n| ${escapeOutsideCode(text)} | end |\n`;
    const cells = [...String(new Marked().parse(table)).matchAll(/<td>(.*)<\/td>/g)];
    t.deepEqual(
      cells.map(([, cell]) => cell),
      [html, 'end'],
    );
  }
});

test('each special character outside code is escaped once', (t) => {
  t.is(escapeOutsideCode('text|json'), 'text\\|json');
  t.is(escapeOutsideCode('a\\b|`c|d`|`e'), 'a\\\\b\\|`c\\|d`\\|`e');
});
