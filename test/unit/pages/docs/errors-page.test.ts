import test from 'ava';
import { problemCodes, problems } from '../../../../contract/problems.ts';
import { pageLanguages } from '../../../../pages/docs/addresses.ts';
import { errorsLabels } from '../../../../pages/docs/errors/errors-labels.ts';
import { errorsMarkdown } from '../../../../pages/docs/errors/errors-page.ts';
import { renderMarkdown } from '../../../../pages/docs/render-markdown.ts';
import { baseUrl } from '../../../helpers/content.ts';

test('every code has a section under its anchor, with status, remedy and an example', (t) => {
  for (const language of pageLanguages) {
    const markdown = errorsMarkdown(language, baseUrl);
    const { headings } = renderMarkdown(markdown);
    t.deepEqual(
      headings.filter(({ depth }) => depth === 2).map(({ id }) => id),
      problemCodes.map((code) => `error-${code}`),
    );
    const sections = markdown.split('\n## ').slice(1);
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
