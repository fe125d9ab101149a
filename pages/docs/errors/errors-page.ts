/** The page that every problem's `type` leads to: one section a code (RFC 9457 section 3.1.1). */
import { type ProblemCode, problemCodes, problems } from '../../../contract/problems.ts';
import type { PageLanguage } from '../addresses.ts';
import { errorExamples, exampleAnswerText, exampleCommand } from './examples.ts';
import { errorsWords } from './words.ts';

/** The page's Markdown: a section for every code under the anchor `error-<code>`. */
export function errorsMarkdown(language: PageLanguage, baseUrl: string): string {
  const { title, introduction } = errorsWords[language];
  const sections = problemCodes.map((code) => sectionOf(code, language, baseUrl));
  return [`# ${title}`, ...introduction, ...sections].join('\n\n');
}

function sectionOf(code: ProblemCode, language: PageLanguage, baseUrl: string): string {
  const say = errorsWords[language];
  const { title, meaning, remedy } = say.codes[code];
  return [
    `## ${title} {#error-${code}}`,
    `\`${code}\`, ${say.status} ${problems[code].status}`,
    `**${say.meaning}.** ${meaning}`,
    `**${say.remedy}.** ${remedy}`,
    `${say.example}${language === 'fr' ? '\u00A0' : ''}:`,
    `\`\`\`curl\n${exampleCommand(errorExamples[code], baseUrl)}\n\`\`\``,
    `\`\`\`http\n${exampleAnswerText(code, baseUrl)}\n\`\`\``,
  ].join('\n\n');
}
