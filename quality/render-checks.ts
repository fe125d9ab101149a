/** Quality checks in, `docs/quality.md` out. */
import { escapeOutsideCode } from '../console/markdown.ts';
import { type Importance, type QualityCheck, weights } from './check.ts';

const opening = `# Quality of content

What \`npm run quality\` asks of a product beyond being free of faults ([rules.md](rules.md)). A product
has 100 points, less the weight of each check in proportion to what is missing (of nine colours one
without a picture: a ninth of 5), of the weights of all checks that are about its kind: of one that is
made to order no stock is asked. What is mended never costs a point.
[Decision 45](decisions/45-quality.md) says where checks and weights come from.
`;

const closing = `\`npm run rules\` writes this page from \`quality/\`, where each check is a file of its id.
`;

/** The page about checks: a section a weight, the heaviest first, a line a check. */
export function renderChecks(checks: readonly QualityCheck[]): string {
  const sections = (Object.keys(weights) as Importance[]).map((importance) =>
    [
      `## ${importance}: weight ${weights[importance]}\n`,
      '| check | what a product has | what to do |',
      '|---|---|---|',
      ...checks.filter((check) => check.importance === importance).map(renderRow),
      '',
    ].join('\n'),
  );
  return [opening, ...sections, closing].join('\n');
}

function renderRow({ id, demand, remedy }: QualityCheck): string {
  return `| \`${id}\` | ${escapeOutsideCode(demand)} | ${escapeOutsideCode(remedy)} |`;
}
