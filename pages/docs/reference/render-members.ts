/** Renders the members of a response body as nested lists, in HTML with collapsed objects and in Markdown. */
import { html, type Markup } from '../../html.ts';
import type { PageLanguage } from '../addresses.ts';
import { renderCodeSpans } from '../inline-code.ts';
import type { Member, ResolvedSchema } from './members.ts';
import { formatType, formatValues, referenceLabels } from './reference-labels.ts';

/** Renders members and their nested members as an HTML list. The members of a nested object are collapsed. */
export function renderMembers(members: readonly Member[], language: PageLanguage): Markup {
  return html`<ul class="members">
${members.map((member) => renderMember(member, language))}</ul>
`;
}

function renderMember(member: Member, language: PageLanguage): Markup {
  const { name, type, description, members, isAlwaysPresent } = member;
  const absent = isAlwaysPresent ? '' : `, ${referenceLabels[language].mayBeAbsent}`;
  const line = html`<code>${name}</code> <small>${formatType(type, language)}${absent}</small>${
    description === '' ? '' : html` ${renderCodeSpans(description)}`
  }${renderValues(member, language)}`;
  return members.length === 0
    ? html`<li>${line}</li>\n`
    : html`<li><details><summary>${line}</summary>\n<ul>\n${members.map((each) => renderMember(each, language))}</ul>\n</details></li>\n`;
}

/** Renders the sentence about the allowed values of a member (`formatValues`) after a space; nothing if it is empty. */
export function renderValues(
  member: Pick<ResolvedSchema, 'description' | 'values'>,
  language: PageLanguage,
): Markup {
  const text = formatValues(member, language);
  return text === '' ? html`` : html` ${renderCodeSpans(text)}`;
}

/** Renders members and their nested members as a nested Markdown list. Each line begins with the spaces of `indent`. */
export function membersMarkdown(
  members: readonly Member[],
  language: PageLanguage,
  indent = '',
): string {
  const labels = referenceLabels[language];
  const lines = members.flatMap((member) => {
    const { name, type, description, isAlwaysPresent } = member;
    const absent = isAlwaysPresent ? '' : `, ${labels.mayBeAbsent}`;
    const line = [
      `${indent}- \`${name}\` (${formatType(type, language)}${absent})`,
      description,
      formatValues(member, language),
    ];
    return [line.filter(Boolean).join(' '), ...membersLines(member.members, language, indent)];
  });
  return lines.join('\n');
}

function membersLines(
  members: readonly Member[],
  language: PageLanguage,
  indent: string,
): string[] {
  return members.length === 0 ? [] : [membersMarkdown(members, language, `${indent}  `)];
}
