/** Renders the changelog of the API as a page and as an Atom feed (RFC 4287). */
import { html, type Markup } from '../../html.ts';
import { addresses, feedAddresses, languageTags, type PageLanguage } from '../addresses.ts';
import { frameLabels } from '../frame-labels.ts';
import { type Heading, renderMarkdown } from '../render-markdown.ts';
import { type ChangesLabels, changesLabels } from './changes-labels.ts';
import type { ChangeGroup, ChangeKind, Changelog, ChangelogVersion } from './parse-changelog.ts';

/** Returns the title and introduction of the changes page as Markdown. */
export function changesIntroductionMarkdown(language: PageLanguage): string {
  const { title, introduction } = changesLabels[language];
  return [`# ${title}`, ...introduction].join('\n\n').replace('{feed}', feedAddresses[language]);
}

/** Renders all versions of a changelog as HTML, with headings in `language`, the language of the changelog. */
export function renderChanges({ versions }: Changelog, language: PageLanguage): Markup {
  const labels = changesLabels[language];
  const renderGroup = (version: string, { kind, markdown }: ChangeGroup) =>
    html`<h3 id="${groupId(version, kind)}">${labels.kinds[kind]}</h3>
${renderMarkdown(markdown).body}`;
  return html`${versions.map(
    (version) => html`<h2 id="${anchorOf(version.name)}">${titleOf(version, language)}</h2>
${version.groups.map((group) => renderGroup(version.name, group))}`,
  )}`;
}

/** Renders all versions of a changelog as Markdown, with headings in `language`, the language of the changelog. */
export function changesMarkdown({ versions }: Changelog, language: PageLanguage): string {
  const { kinds } = changesLabels[language];
  const sections = versions.flatMap((version) => [
    `## ${titleOf(version, language)} {#${anchorOf(version.name)}}`,
    ...version.groups.flatMap(({ kind, markdown }) => [
      `### ${kinds[kind]} {#${groupId(version.name, kind)}}`,
      markdown,
    ]),
  ]);
  return sections.join('\n\n');
}

/** Returns the table of contents: the headings of versions (depth 2) and of their groups of changes (depth 3). */
export function changesHeadings({ versions }: Changelog, language: PageLanguage): Heading[] {
  return versions.flatMap((version): Heading[] => [
    { depth: 2, id: anchorOf(version.name), text: titleOf(version, language) },
    ...version.groups.map(({ kind }) => ({
      depth: 3,
      id: groupId(version.name, kind),
      text: changesLabels[language].kinds[kind],
    })),
  ]);
}

/**
 * Returns the Atom feed of a changelog in `language` as XML, with an entry for each numbered version, dated midnight UTC
 * of its release day. The feed has the date of its newest entry, or 1970-01-01 if it has no entry. Its URLs begin with
 * `baseUrl`.
 */
export function renderFeed(
  { versions }: Changelog,
  language: PageLanguage,
  baseUrl: string,
): string {
  const { title, kinds } = changesLabels[language];
  const name = frameLabels[language].site;
  const page = `${baseUrl}${addresses.changes[language]}`;
  const address = `${baseUrl}${feedAddresses[language]}`;
  const released = versions.filter(({ date }) => date !== undefined);
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${languageTags[language]}">
<id>${address}</id>
<title>${title} · ${name}</title>
<updated>${timeOf(released[0])}</updated>
<author><name>${name}</name></author>
<link rel="self" type="application/atom+xml" href="${address}"/>
<link rel="alternate" type="text/html" href="${page}"/>
${released.map(
  (version) => html`<entry>
<id>${page}#${anchorOf(version.name)}</id>
<title>${version.name}</title>
<updated>${timeOf(version)}</updated>
<link rel="alternate" type="text/html" href="${page}#${anchorOf(version.name)}"/>
<content type="html">${renderMarkdown(feedMarkdown(version, kinds)).body.text}</content>
</entry>
`,
)}</feed>
`.text;
}

function feedMarkdown({ groups }: ChangelogVersion, kinds: ChangesLabels['kinds']): string {
  return groups.map(({ kind, markdown }) => `**${kinds[kind]}**\n\n${markdown}`).join('\n\n');
}

function titleOf({ name, date }: ChangelogVersion, language: PageLanguage): string {
  return date === undefined ? changesLabels[language].unreleased : `${name}, ${date}`;
}

function timeOf(version: ChangelogVersion | undefined): string {
  return `${version?.date ?? '1970-01-01'}T00:00:00Z`;
}

function groupId(version: string, kind: ChangeKind): string {
  return `${anchorOf(version)}-${kind.toLowerCase()}`;
}

function anchorOf(name: string): string {
  return name === 'Unreleased' ? 'unreleased' : `v${name.replaceAll('.', '-')}`;
}
