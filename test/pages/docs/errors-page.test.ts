import test from 'ava';
import { escapeMarkup } from '../../../build/draw/escape-markup.ts';
import { problemCodes, problems } from '../../../contract/problems.ts';
import { renderErrorsPage } from '../../../pages/docs/errors-page.ts';

const text = renderErrorsPage();

test('every code has exactly one section under its anchor, and a link to it', (t) => {
  const anchors = [...text.matchAll(/id="([^"]+)"/g)].map(([, id]) => id);
  t.deepEqual(
    anchors,
    problemCodes.map((code) => `error-${code}`),
  );
  const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  t.deepEqual(links, anchors);
});

test('a section tells the code, status, title, reason and remedy', (t) => {
  const sections = text.split('<section ').slice(1);
  t.is(sections.length, problemCodes.length);
  for (const [index, code] of problemCodes.entries()) {
    const { status, title, detail, remedy } = problems[code];
    const section = sections[index] ?? '';
    for (const part of [`<code>${code}</code>, status ${status}`, title, detail, remedy]) {
      const shown = part.startsWith('<code>') ? part : escapeMarkup(part);
      t.true(section.includes(shown), `${code}: ${shown}`);
    }
  }
});
