/** The changes of the API as a page, and as a feed (RFC 4287) that tells of each released version. */
import { html } from '../../html.ts';
import { addresses, feedAddress } from '../addresses.ts';
import { renderMarkdown } from '../render-markdown.ts';
import type { Changelog, ChangelogVersion } from './parse-changelog.ts';

/** The page's Markdown. */
export function changesMarkdown({ introduction, versions }: Changelog): string {
  const sections = versions.map(({ name, date, markdown }) => {
    const title = date === undefined ? 'Not yet in a numbered version' : `${name}, ${date}`;
    return `## ${title} {#${anchorOf(name)}}\n\n${markdown}`;
  });
  const feed = `Subscribe to the [Atom feed](${feedAddress}) to be told of each version.`;
  return ['# Changes', introduction, feed, ...sections].join('\n\n');
}

/** The feed. What has no date yet is not in it: an entry's time is the day of its version. */
export function renderFeed({ versions }: Changelog, site: { name: string; baseUrl: string }) {
  const { name, baseUrl } = site;
  const page = `${baseUrl}${addresses.changes.en}`;
  const released = versions.filter(({ date }) => date !== undefined);
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${baseUrl}${feedAddress}</id>
<title>${name}: changes</title>
<updated>${timeOf(released[0])}</updated>
<author><name>${name}</name></author>
<link rel="self" type="application/atom+xml" href="${baseUrl}${feedAddress}"/>
<link rel="alternate" type="text/html" href="${page}"/>
${released.map(
  (version) => html`<entry>
<id>${page}#${anchorOf(version.name)}</id>
<title>${version.name}</title>
<updated>${timeOf(version)}</updated>
<link rel="alternate" type="text/html" href="${page}#${anchorOf(version.name)}"/>
<content type="html">${renderMarkdown(version.markdown).body.text}</content>
</entry>
`,
)}</feed>
`.text;
}

function timeOf(version: ChangelogVersion | undefined): string {
  return `${version?.date ?? '1970-01-01'}T00:00:00Z`;
}

function anchorOf(name: string): string {
  return name === 'Unreleased' ? 'unreleased' : `v${name.replaceAll('.', '-')}`;
}
