/** From the Markdown of a text to a page: placeholders, samples, headings and code. */
import test from 'ava';
import { expand, fillSample } from '../../../../pages/docs/expand.ts';
import { renderMarkdown, toPlainMarkdown } from '../../../../pages/docs/render-markdown.ts';
import { html, Markup } from '../../../../pages/html.ts';

const input = { baseUrl: 'https://api.example.test', locale: 'fr-CA', sku: 'TEE-1' } as const;
const samples = new Map(
  ['sh', 'mts', 'py', 'php'].map((ending) => [
    `read.${ending}`,
    `get https://catalogue.example/v1/products/SKU-TO-READ?locale=en-CA ${ending}\n`,
  ]),
);
const expansion = {
  input,
  values: { quota: 600 },
  samples,
  outputs: new Map([['read.py', { format: 'text', text: 'got it' } as const]]),
};

test('a placeholder is replaced by its value, and an unknown one is an error that names it', (t) => {
  t.is(expand('{{quota}} a minute', expansion), '600 a minute');
  t.throws(() => expand('{{qouta}}', expansion), { message: /qouta/ });
  t.throws(() => expand('{{sample write}}', expansion), { message: /sample write/ });
});

test('a sample is shown in every language, for the site and locale of the page, with its output', (t) => {
  const text = expand('{{sample read}}', expansion);
  const shown = Array.from(text.matchAll(/^```(\w+) sample=read$/gm), ([, language]) => language);
  t.deepEqual(shown, ['curl', 'ts', 'python', 'php']);
  t.true(text.includes('get https://api.example.test/v1/products/TEE-1?locale=fr-CA py\n```'));
  for (const code of samples.values()) t.true(text.includes(fillSample(code, input).trim()));
  const output = '```text sample=read of=python\ngot it\n```';
  t.true(text.includes(`py\n\`\`\`\n\n${output}\n\n\`\`\`php`));
  t.is(expand('{{answer read}}', expansion), output);
});

test('a heading has its explicit id, or one derived from its text', (t) => {
  const { body, headings } = renderMarkdown('## Getting keys {#keys}\n\n### L’état d’une `clé`\n');
  t.deepEqual(headings, [
    { depth: 2, id: 'keys', text: 'Getting keys' },
    { depth: 3, id: 'l-etat-d-une-cle', text: 'L’état d’une clé' },
  ]);
  t.regex(body.text, /<h2 id="keys">Getting keys <a class="anchor" href="#keys"/);
});

test('a code block shows its language and file, escapes its text and can be scrolled by keyboard', (t) => {
  const code = '```python sample=read\n# Run: python3 read.py <b>\n```\n';
  const { text } = renderMarkdown(code.replace(' <b>', ''), 'fr').body;
  t.regex(
    text,
    /sous <a href="\/docs\/fr\/samples\/read\.py" download><code>read\.py<\/code><\/a> et exécutez <code>python3 read\.py<\/code>/,
  );
  const escaped = renderMarkdown(code).body.text;
  t.regex(escaped, /data-language="Python">\n<figcaption><span>Python<\/span>/);
  t.regex(escaped, /<pre tabindex="0"><code>/);
  t.true(escaped.includes('&lt;b&gt;'));
  t.throws(() => renderMarkdown('```cobol\nx\n```'), { message: /cobol/ });
});

test('raw HTML in Markdown is an error, and values in HTML are escaped', (t) => {
  for (const text of ['a <b>c</b>', '<script>a</script>']) {
    t.throws(() => renderMarkdown(text), { message: /raw HTML/ });
  }
  const { text } = html`<p>${'<b>'}${7}${['&', html`<i>${'"'}</i>`]}${new Markup('<br>')}</p>`;
  t.is(text, '<p>&lt;b&gt;7&amp;<i>&quot;</i><br></p>');
});

test('the served Markdown contains no internal markers', (t) => {
  const text =
    '## Keys {#keys}\n\n```sh sample=read\necho {#keys}\n```\n\n```text sample=read of=sh\n1\n```\n';
  t.is(toPlainMarkdown(text), '## Keys\n\n```sh\necho {#keys}\n```\n\n```text output\n1\n```\n');
});
