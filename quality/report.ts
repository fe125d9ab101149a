/** Renders the quality of a catalogue as text, Markdown or JSON, and the checks as the last part of `docs/rules.md`. */
import { compare } from '../build/content/compare.ts';
import {
  escapeOutsideCode,
  renderMarkdownSections,
  renderTextSections,
  type Section,
} from '../console/sections.ts';
import { locales } from '../contract/locales.ts';
import { type QualityCheck, qualityChecks, weights } from './checks.ts';
import type { CatalogueQuality, Reason } from './score.ts';

/** Values of the option `--format`. */
export const formats = ['text', 'json', 'markdown'] as const;

/** Maximum number of things without data, such as colours, that a row of a text or Markdown report names. */
const maxNames = 6;

/** Renders a report. Text and Markdown have at most `limit` rows per section; JSON has all products and reasons. */
export function renderQuality(
  quality: CatalogueQuality,
  format: (typeof formats)[number],
  limit: number,
): string {
  const { products, average, coverage } = quality;
  if (format === 'json') {
    const checks = qualityChecks.map(({ count: _count, ...check }) => ({
      ...check,
      weight: weights[check.importance],
    }));
    return `${JSON.stringify({ average, coverage, checks, products }, undefined, 2)}\n`;
  }
  const lowest = products[0]?.score;
  const heading =
    lowest === undefined
      ? 'Quality of no product'
      : `Quality of ${countProducts(products.length)}: ${average} of 100 on average, ${lowest} at the lowest`;
  const sections = [toCoverage(quality), toChecks(quality), toProducts(quality)];
  const render = format === 'markdown' ? renderMarkdownSections : renderTextSections;
  return render(heading, sections, limit);
}

function countProducts(count: number): string {
  return `${count} product${count === 1 ? '' : 's'}`;
}

function toCoverage({ coverage }: CatalogueQuality): Section {
  const rows = locales.map((locale) => {
    const { regional, language, fallback, missing } = coverage[locale];
    const [own, all] = [regional + language, regional + language + fallback + missing];
    const percent = all === 0 ? 100 : Math.floor((100 * own) / all);
    return [locale, `${percent} %`, `${own} of ${all}`];
  });
  const columns = ['Locale', 'Own words', 'Texts'];
  return { title: 'Texts in the locale’s own language', columns, rows };
}

/** Returns the checks that found missing data, the largest loss of points first. */
function toChecks({ products }: CatalogueQuality): Section {
  const reasons = products.flatMap((product) => product.reasons);
  const rows = qualityChecks
    .map(({ id, lack }) => {
      const ofCheck = reasons.filter(({ check }) => check === id);
      const points = ofCheck.reduce((sum, each) => sum + each.points, 0);
      return { id, lack, count: ofCheck.length, points };
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => compare(b.points, a.points))
    .map(({ id, lack, count, points }) => {
      return [id, countProducts(count), formatPoints(points / products.length), lack];
    });
  const columns = ['Check', 'Lacked by', 'On average', 'What'];
  return {
    title: `What is missing: ${rows.length} of ${qualityChecks.length} checks`,
    columns,
    rows,
  };
}

/** Returns the reasons why each product lost points. */
function toProducts({ products }: CatalogueQuality): Section {
  const lackOf = new Map(qualityChecks.map(({ id, lack }) => [id, lack]));
  const lacking = products.filter(({ reasons }) => reasons.length > 0);
  const rows = lacking.flatMap(({ score, sku, reasons }) =>
    reasons.map((reason) => {
      const lack = formatLack(lackOf.get(reason.check) ?? '', reason);
      return [String(score), sku, formatPoints(reason.points), reason.check, lack];
    }),
  );
  const title = `Products: ${lacking.length} of ${products.length} lack something`;
  return { title, columns: ['Score', 'SKU', 'Points', 'Check', 'What'], rows };
}

/** Returns what a check has found missing, such as `colours without a picture: navy, red and 3 more`. */
function formatLack(lack: string, { count, missing }: Reason): string {
  if (count === 0) return lack;
  const more = count > maxNames ? ` and ${count - maxNames} more` : '';
  return `${lack}: ${missing.slice(0, maxNames).join(', ')}${more}`;
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
