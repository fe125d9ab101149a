/** Renders the quality of a catalogue as text, Markdown or JSON, and the checks as the last part of `docs/rules.md`. */
import { compare } from '../build/content/compare.ts';
import { groupBy } from '../build/content/group-by.ts';
import {
  escapeOutsideCode,
  renderMarkdownSections,
  renderTextSections,
  type Section,
} from '../console/sections.ts';
import { type QualityCheck, qualityChecks, weights } from './checks.ts';
import type { CatalogueQuality, ProductQuality } from './score.ts';

type Reason = ProductQuality['reasons'][number];

/** Values of the option `--format`. */
export const formats = ['text', 'json', 'markdown'] as const;

/** Maximum number of things without data, such as colours, that a row of a text or Markdown report names. */
const maxNames = 6;

/** Renders a report. Text and Markdown have at most `limit` rows per section; JSON has all products and reasons. */
export function renderQuality(
  { products, average }: CatalogueQuality,
  format: (typeof formats)[number],
  limit: number,
): string {
  if (format === 'json') {
    const checks = qualityChecks.map(({ count: _count, ...check }) => {
      return { ...check, weight: weights[check.importance] };
    });
    return `${JSON.stringify({ average, checks, products }, undefined, 2)}\n`;
  }
  const count = countProducts(products.length);
  const scores = `${average} of 100 on average, ${products[0]?.score} at the lowest`;
  const heading =
    products.length === 0 ? 'Quality of no product' : `Quality of ${count}: ${scores}`;
  const render = format === 'markdown' ? renderMarkdownSections : renderTextSections;
  return render(heading, [toChecks(products), toProducts(products)], limit);
}

/** Returns the checks that found missing data, the largest loss of points first. */
function toChecks(products: CatalogueQuality['products']): Section {
  const reasons = groupBy(
    products.flatMap((product) => product.reasons),
    ({ check }) => check,
  );
  const rows = [...reasons]
    .map(([id, all]) => ({ id, count: all.length, points: sum(all) / products.length }))
    .sort((a, b) => compare(b.points, a.points))
    .map(({ id, count, points }) => [id, countProducts(count), formatPoints(points), lackOf(id)]);
  const title = `What is missing: ${rows.length} of ${qualityChecks.length} checks`;
  return { title, columns: ['Check', 'Lacked by', 'On average', 'What'], rows };
}

function sum(reasons: readonly Reason[]): number {
  return reasons.reduce((total, { points }) => total + points, 0);
}

function countProducts(count: number): string {
  return `${count} product${count === 1 ? '' : 's'}`;
}

/** Returns the reasons why each product lost points. */
function toProducts(products: CatalogueQuality['products']): Section {
  const lacking = products.filter(({ reasons }) => reasons.length > 0);
  const rows = lacking.flatMap(({ score, sku, reasons }) =>
    reasons.map((reason) => {
      const { check, points } = reason;
      return [String(score), sku, formatPoints(points), check, formatLack(reason)];
    }),
  );
  const title = `Products: ${lacking.length} of ${products.length} lack something`;
  return { title, columns: ['Score', 'SKU', 'Points', 'Check', 'What'], rows };
}

/** Returns what a check has found missing, such as `colours without a picture: navy, red and 3 more`. */
function formatLack({ check, count, missing }: Reason): string {
  if (count === 0) return lackOf(check);
  const more = count > maxNames ? ` and ${count - maxNames} more` : '';
  return `${lackOf(check)}: ${missing.slice(0, maxNames).join(', ')}${more}`;
}

function lackOf(check: string): string {
  return qualityChecks.find(({ id }) => id === check)?.lack ?? check;
}

/** Returns lost points with a minus sign and one decimal: -0.1 even for a smaller loss, never 0. */
function formatPoints(points: number): string {
  return points < 0.05 ? '-0.1' : `-${points.toFixed(1)}`;
}

const opening = `## Quality checks

The checks of \`npm run quality\` for products without errors. A product has 100
points. A check costs its share of the weights of all checks that apply to the product, in proportion to
what is missing. For example, if these weights add up to 50, a check of weight 5 costs at most 10 points,
and a ninth of that if one of nine colours lacks a picture. Only checks that apply to a product count: a
product that is made to order needs no stock. Data that you add lowers a score only if a check finds a fault in
it, such as a name that is too long.
`;

/** Returns the last part of `docs/rules.md`: a section for each weight, the highest first, with a table of its checks. */
export function renderChecks(checks: readonly QualityCheck[]): string {
  const sections = Object.entries(weights).map(([importance, weight]) => {
    const rows = checks
      .filter((check) => check.importance === importance)
      .map(({ id, lack, remedy }) => {
        return `| \`${id}\` | ${escapeOutsideCode(lack)} | ${escapeOutsideCode(remedy)} |\n`;
      });
    const head = '| check | what is missing | what to do |\n|---|---|---|\n';
    return `### ${importance}: weight ${weight}\n\n${head}${rows.join('')}`;
  });
  return [opening, ...sections].join('\n');
}
