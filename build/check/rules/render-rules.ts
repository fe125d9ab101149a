/** Renders `docs/rules.md` from the rules. */

import { escapeOutsideCode } from '../../../console/sections.ts';
import type { Rule } from '../../content/findings/finding.ts';
import { groupBy } from '../../content/group-by.ts';

const opening = `# Content rules

What the compiler checks content for. An error prevents a release; a warning does
not, unless the build is strict. Every finding names its rule, as in
\`prices/msrp.csv:9:14 error price/rising: …\`; the part before the slash is the topic below.
`;

const closing = `\`npm run rules\` writes this page from the rules in \`build/check/rules/\` and \`build/content/rules/\`.
`;

/**
 * Renders `docs/rules.md` as Markdown: a section for each topic, which is the first part of a rule's id, and
 * a table row for each rule in the given order.
 */
export function renderRules(rules: readonly Rule[]): string {
  const topics = groupBy(rules, ({ id }) => id.split('/', 1)[0] ?? '');
  const sections = [...topics].map(([topic, ofTopic]) =>
    [
      `## ${topic}\n`,
      '| rule | severity | requirement | what to do |',
      '|---|---|---|---|',
      ...ofTopic.map(renderRow),
      '',
    ].join('\n'),
  );
  return [opening, ...sections, closing].join('\n');
}

function renderRow({ id, severity, summary, remedy }: Rule): string {
  return `| \`${id}\` | ${severity} | ${escapeOutsideCode(summary)} | ${escapeOutsideCode(remedy)} |`;
}
