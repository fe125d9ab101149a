/** Creates the page that the `type` of every problem links to (RFC 9457 section 3.1.1). */
import { type ProblemCode, problemCodes, problems } from '../../../contract/problems.ts';
import type { PageLanguage } from '../addresses.ts';
import { errorsLabels } from './errors-labels.ts';
import { errorExamples, formatExampleCommand, formatExampleResponse } from './examples.ts';

/**
 * Returns the errors page as Markdown: title, introduction and, for each of `problemCodes`, in order, a section with
 * the anchor `error-<code>`: meaning, remedy, an example request to `baseUrl`, and the response to the request.
 */
export function errorsMarkdown(language: PageLanguage, baseUrl: string): string {
  const { title, introduction } = errorsLabels[language];
  const sections = problemCodes.map((code) => sectionOf(code, language, baseUrl));
  return [`# ${title}`, ...introduction, ...sections].join('\n\n');
}

function sectionOf(code: ProblemCode, language: PageLanguage, baseUrl: string): string {
  const labels = errorsLabels[language];
  const { title, meaning, remedy } = labels.codes[code];
  return [
    `## ${title} {#error-${code}}`,
    `\`${code}\`, ${labels.status} ${problems[code].status}`,
    `**${labels.meaning}.** ${meaning}`,
    `**${labels.remedy}.** ${remedy}`,
    `${labels.example}${language === 'fr' ? '\u00A0' : ''}:`,
    `\`\`\`curl\n${formatExampleCommand(errorExamples[code], baseUrl)}\n\`\`\``,
    `\`\`\`http\n${formatExampleResponse(code, baseUrl)}\n\`\`\``,
  ].join('\n\n');
}
