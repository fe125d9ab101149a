/** Renders the quality checks as the last part of `docs/rules.md`. */
import { escapeOutsideCode } from '../console/sections.ts';
import { type Importance, type QualityCheck, weights } from './checks/check.ts';

const opening = `## Quality checks

The checks of \`npm run quality\` for products without errors. A product has 100
points. A check costs its share of the weights of all checks that apply to the product, in proportion to
what is missing. For example, if these weights add up to 50, a check of weight 5 costs at most 10 points,
and a ninth of that if one of nine colours lacks a picture. Only checks that apply to a product count: a
product that is made to order needs no stock. Data that you add lowers a score only if a check finds a fault in
it, such as a name that is too long.
`;

/**
 * Returns the last part of `docs/rules.md` as Markdown: a section for each weight, the highest first, with a table of its
 * checks.
 */
export function renderChecks(checks: readonly QualityCheck[]): string {
  const sections = (Object.keys(weights) as Importance[]).map((importance) =>
    [
      `### ${importance}: weight ${weights[importance]}\n`,
      '| check | what a product has | what to do |',
      '|---|---|---|',
      ...checks.filter((check) => check.importance === importance).map(renderRow),
      '',
    ].join('\n'),
  );
  return [opening, ...sections].join('\n');
}

function renderRow({ id, demand, remedy }: QualityCheck): string {
  return `| \`${id}\` | ${escapeOutsideCode(demand)} | ${escapeOutsideCode(remedy)} |`;
}
