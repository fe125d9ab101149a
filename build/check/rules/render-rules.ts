/** Rules in, `docs/rules.md` out. */

import { escapeOutsideCode } from '../../../console/sections.ts';
import type { Rule } from '../../content/findings/rule.ts';
import { groupBy } from '../../content/group-by.ts';

const opening = `# Content rules

What the compiler holds content against. An error keeps a release from being made; a warning does
not, unless the build is strict. Every finding names its rule, as in
\`prices/msrp.csv:9:14 error price/rising: …\`; the part before the slash is the topic below.
`;

const closing = `\`npm run rules\` writes this page from \`build/check/rules/\`, where each rule is a file of its id.
`;

/** The page about rules: a section a topic, a line a rule, in the order given. */
export function renderRules(rules: readonly Rule[]): string {
  const topics = groupBy(rules, ({ id }) => id.split('/', 1)[0] ?? '');
  const sections = [...topics].map(([topic, ofTopic]) =>
    [
      `## ${topic}\n`,
      '| rule | severity | what holds | what to do |',
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
