import test from 'ava';
import { type ProblemCode, problemCodes, problems } from '../../../../../contract/problems.ts';
import { pageLanguages } from '../../../../../pages/docs/addresses.ts';
import { errorsLabels } from '../../../../../pages/docs/errors/errors-labels.ts';
import { errorsMarkdown } from '../../../../../pages/docs/errors/errors-page.ts';
import { renderMarkdown } from '../../../../../pages/docs/render-markdown.ts';
import { baseUrl } from '../../../../helpers/content.ts';

test('in both languages every code has exactly one section, under the anchor of its type', (t) => {
  for (const language of pageLanguages) {
    const { headings } = renderMarkdown(errorsMarkdown(language, baseUrl));
    t.deepEqual(
      headings.filter(({ depth }) => depth === 2).map(({ id }) => id),
      problemCodes.map((code) => `error-${code}`),
    );
  }
});

test('a section has code, status, meaning, remedy, an example request and its response', (t) => {
  for (const language of pageLanguages) {
    const sections = errorsMarkdown(language, baseUrl).split('\n## ').slice(1);
    for (const [index, code] of problemCodes.entries()) {
      const { title, meaning, remedy } = errorsLabels[language].codes[code];
      const section = sections[index] ?? '';
      for (const part of [title, `\`${code}\``, meaning, remedy, `curl -i `, `"code": "${code}"`]) {
        t.true(section.includes(part), `${language} ${code}: ${part}`);
      }
      t.regex(section, new RegExp(`^HTTP/1\\.1 ${problems[code].status} [A-Z]`, 'm'));
      t.true(section.includes(`"type": "${baseUrl}/docs/errors#error-${code}"`));
    }
  }
});

test('no remedy asks a client to create a key, which only the operator can do', (t) => {
  for (const language of pageLanguages) {
    for (const { remedy } of Object.values(errorsLabels[language].codes)) {
      t.notRegex(remedy, /\bcreate\b|(?<!\p{L})créez/iu);
    }
  }
});

test('every French text differs from its English one', (t) => {
  for (const code of problemCodes as ProblemCode[]) {
    const { title, meaning, remedy } = errorsLabels.fr.codes[code];
    const { title: english, detail, remedy: todo } = problems[code];
    t.notDeepEqual([title, meaning, remedy], [english, detail, todo]);
    for (const text of [title, meaning, remedy]) t.notRegex(text, /\b(the|key is|wait)\b/);
  }
});
