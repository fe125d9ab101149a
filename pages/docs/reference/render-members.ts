/** The members of an answer as nested lists: in HTML, where objects are folded, and in Markdown. */
import { html, Markup } from '../../html.ts';
import type { PageLanguage } from '../addresses.ts';
import { renderInlineCode } from '../render-markdown.ts';
import type { Member, Root } from './members.ts';
import { translate, translated } from './translate.ts';
import { referenceWords, typeText } from './words.ts';

/** Renders a list of members. The style sheet finds the lists inside it by their element. */
export function renderMembers(members: readonly Member[], language: PageLanguage): Markup {
  return html`<ul class="members">
${members.map((member) => renderMember(member, language))}</ul>
`;
}

function renderMember(member: Member, language: PageLanguage): Markup {
  const { name, type, description, members, isAlwaysPresent } = member;
  const absent = isAlwaysPresent ? '' : `, ${referenceWords[language].mayBeAbsent}`;
  const line = html`<code>${name}</code> <small>${typeText(type, language)}${absent}</small>${
    description === '' ? '' : html` ${translated(description, language)}`
  }${renderValues(member, language)}`;
  return members.length === 0
    ? html`<li>${line}</li>\n`
    : html`<li><details><summary>${line}</summary>\n<ul>\n${members.map((each) => renderMember(each, language))}</ul>\n</details></li>\n`;
}

/** The values that a member may have, after its description. */
function renderValues({ values }: Root, language: PageLanguage): Markup {
  if (values.length === 0) return new Markup('');
  const say = referenceWords[language];
  const list = values.map((value, at) => html`${at === 0 ? '' : ', '}${renderInlineCode(value)}`);
  return html` ${values.length === 1 ? say.always : say.oneOf} ${list}.`;
}

/** The same as a Markdown list. */
export function membersMarkdown(
  members: readonly Member[],
  language: PageLanguage,
  indent = '',
): string {
  const say = referenceWords[language];
  const lines = members.flatMap(
    ({ name, type, description, values, isAlwaysPresent, ...member }) => {
      const absent = isAlwaysPresent ? '' : `, ${say.mayBeAbsent}`;
      const list = values.map((value) => `\`${value}\``).join(', ');
      const sentences = [
        ...(description === '' ? [] : [translate(description, language)]),
        ...(list === '' ? [] : [`${values.length === 1 ? say.always : say.oneOf} ${list}.`]),
      ];
      const line = [`${indent}- \`${name}\` (${typeText(type, language)}${absent})`, ...sentences];
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
