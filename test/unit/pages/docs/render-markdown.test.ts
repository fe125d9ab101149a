import test from 'ava';
import { renderMarkdown, toPlainMarkdown } from '../../../../pages/docs/render-markdown.ts';

test('a heading has its explicit id, or one derived from its text', (t) => {
  const { body, headings } = renderMarkdown('## Getting keys {#keys}\n\n### L’état d’une `clé`\n');
  t.deepEqual(headings, [
    { depth: 2, id: 'keys', text: 'Getting keys' },
    { depth: 3, id: 'l-etat-d-une-cle', text: 'L’état d’une clé' },
  ]);
  t.regex(body.text, /<h2 id="keys">Getting keys <a class="anchor" href="#keys"/);
});

test('a code block shows its language, escapes its text and can be scrolled by keyboard', (t) => {
  const { text } = renderMarkdown('```js sample=read\nconst a = "<b>";\n```\n').body;
  t.regex(
    text,
    /<figure class="code" data-sample="read" data-language="JavaScript">\n<figcaption><span>JavaScript<\/span>/,
  );
  t.regex(text, /<pre tabindex="0"><code>/);
  t.true(text.includes('&lt;b&gt;'));
  t.throws(() => renderMarkdown('```cobol\nx\n```'), { message: /cobol/ });
});

test('a sample shows its file name and command, and its output shows its language', (t) => {
  const code = '```python sample=read\n# Run: python3 read.py\n```\n';
  const answer = '```text sample=read of=python\ngot it\n```\n';
  const { text } = renderMarkdown(code + answer, 'fr').body;
  t.regex(
    text,
    /Enregistrez sous <code>read\.py<\/code> et exécutez <code>python3 read\.py<\/code>/,
  );
  t.regex(text, /data-language="Python">\n<figcaption><span>Python affiche<\/span>/);
});

test('raw HTML is an error inside and between paragraphs', (t) => {
  for (const text of ['a <b>c</b>', '<script>a</script>']) {
    t.throws(() => renderMarkdown(text), { message: /raw HTML/ });
  }
});

test('the served Markdown contains no internal markers', (t) => {
  const text =
    '## Keys {#keys}\n\n```sh sample=read\necho {#keys}\n```\n\n```text sample=read of=sh\n1\n```\n';
  t.is(toPlainMarkdown(text), '## Keys\n\n```sh\necho {#keys}\n```\n\n```text output\n1\n```\n');
});
