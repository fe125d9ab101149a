import test from 'ava';
import { drawGarment } from '../../../../build/render/draw.ts';

const drawing =
  '<title>{{title}}</title><a fill="{{primary}}"/><b fill="{{secondary}}"/>{{primary}}';

test('in every position, the body has the first swatch and the trim the second', (t) => {
  const svg = drawGarment(drawing, ['#111111', '#222222', '#333333'], 'Tee');
  t.is(svg, '<title>Tee</title><a fill="#111111"/><b fill="#222222"/>#111111');
});

test('trim without its own colour has the colour of the body', (t) => {
  const svg = drawGarment(drawing, ['#111111'], 'Tee');
  t.is(svg, '<title>Tee</title><a fill="#111111"/><b fill="#111111"/>#111111');
});

test('markup in a title is escaped', (t) => {
  const svg = drawGarment(drawing, ['#111111'], '</title><script>"a" & b</script>');
  t.regex(
    svg,
    /^<title>&lt;\/title&gt;&lt;script&gt;&quot;a&quot; &amp; b&lt;\/script&gt;<\/title>/,
  );
});

test('a placeholder in a title is not replaced', (t) => {
  t.regex(drawGarment(drawing, ['#111111'], '{{primary}}'), /^<title>\{\{primary\}\}<\/title>/);
});

test('a dollar sign in a title is kept', (t) => {
  const svg = drawGarment('<title>{{title}}</title>', ['#111111'], 'Cash $& Carry $$');
  t.is(svg, '<title>Cash $&amp; Carry $$</title>');
});
