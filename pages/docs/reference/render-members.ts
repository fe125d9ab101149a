/** Renders the members of a response body as nested lists, in HTML with collapsed objects and in Markdown. */
import { html, Markup } from '../../html.ts';
import type { PageLanguage } from '../addresses.ts';
import { renderInlineCode } from '../inline-code.ts';
import type { Member, ResolvedSchema } from './members.ts';
import { formatType, referenceLabels } from './reference-labels.ts';
import { renderTranslation, translate } from './translate.ts';

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
    description === '' ? '' : html` ${renderTranslation(description, language)}`
  }${renderValues(member, language)}`;
  return members.length === 0
    ? html`<li>${line}</li>\n`
    : html`<li><details><summary>${line}</summary>\n<ul>\n${members.map((each) => renderMember(each, language))}</ul>\n</details></li>\n`;
}

/** Renders the allowed values of a member as a sentence; nothing if any value is allowed. */
function renderValues({ values }: ResolvedSchema, language: PageLanguage): Markup {
  if (values.length === 0) return new Markup('');
  const labels = referenceLabels[language];
  const list = values.map((value, at) => html`${at === 0 ? '' : ', '}${renderInlineCode(value)}`);
  return html` ${values.length === 1 ? labels.always : labels.oneOf} ${list}.`;
}

/** Renders members and their nested members as a nested Markdown list. Each line begins with the spaces of `indent`. */
export function membersMarkdown(
  members: readonly Member[],
  language: PageLanguage,
  indent = '',
): string {
  const labels = referenceLabels[language];
  const lines = members.flatMap(
    ({ name, type, description, values, isAlwaysPresent, ...member }) => {
      const absent = isAlwaysPresent ? '' : `, ${labels.mayBeAbsent}`;
      const list = values.map((value) => `\`${value}\``).join(', ');
      const sentences = [
        ...(description === '' ? [] : [translate(description, language)]),
        ...(list === '' ? [] : [`${values.length === 1 ? labels.always : labels.oneOf} ${list}.`]),
      ];
      const line = [
        `${indent}- \`${name}\` (${formatType(type, language)}${absent})`,
        ...sentences,
      ];
      return [line.join(' '), ...membersLines(member.members, language, indent)];
    },
  );
  return lines.join('\n');
}

function membersLines(
  members: readonly Member[],
  language: PageLanguage,
  indent: string,
): string[] {
  return members.length === 0 ? [] : [membersMarkdown(members, language, `${indent}  `)];
}
