/** Renders the content rules as the first part of `docs/rules.md`. */

import { escapeOutsideCode } from '../../../console/sections.ts';
import type { Rule } from '../../content/findings/finding.ts';
import { groupBy } from '../../content/group-by.ts';

const opening = `# Content rules and quality checks

\`npm run generate\` writes this page; edits are lost.

What the compiler checks content for. An error prevents a release; a warning does
not, unless the build is strict. Every finding names its rule, as in
\`prices/msrp.csv:9:14 error price/rising: …\`; the part before the slash is the topic below.
`;

/**
 * Returns the first part of `docs/rules.md` as Markdown: a section for each topic, which is the first part of a rule's
 * id, with a table row for each rule in the given order.
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
  return [opening, ...sections].join('\n');
}

function renderRow({ id, severity, summary, remedy }: Rule): string {
  return `| \`${id}\` | ${severity} | ${escapeOutsideCode(summary)} | ${escapeOutsideCode(remedy)} |`;
}
