/** Renders the quality of a catalogue as text, Markdown or JSON. */

import { compare } from '../build/content/compare.ts';
import { renderMarkdownSections, renderTextSections, type Section } from '../console/sections.ts';
import { locales } from '../contract/locales.ts';
import { type QualityCheck, weights } from './checks/check.ts';
import { qualityChecks } from './checks/index.ts';
import type { CatalogueQuality } from './measure-quality.ts';
import type { Reason } from './score.ts';

/** Values of the option `--format`. */
export const formats = ['text', 'json', 'markdown'] as const;
/** The format of a report. */
export type Format = (typeof formats)[number];

/** Maximum number of things without data, such as colours, that a row of a text or Markdown report names. */
const maxNames = 6;

/**
 * Renders the quality of a catalogue as a report. Text and Markdown have at most `limit` rows per section; JSON has all
 * products and reasons.
 */
export function renderQuality(quality: CatalogueQuality, format: Format, limit: number): string {
  if (format === 'json') return renderJson(quality);
  const render = format === 'markdown' ? renderMarkdownSections : renderTextSections;
  return render(headingOf(quality), toSections(quality, qualityChecks), limit);
}

/**
 * Returns the quality of a catalogue as indented JSON: average, coverage of texts, checks with their weights,
 * and scores of products. The reasons of a score refer to checks by id.
 */
function renderJson({ average, coverage, products }: CatalogueQuality): string {
  const checks = qualityChecks.map(({ count: _count, ...check }) => ({
    ...check,
    weight: weights[check.importance],
  }));
  return `${JSON.stringify({ average, coverage, checks, products }, undefined, 2)}\n`;
}

function headingOf({ products, average }: CatalogueQuality): string {
  const [lowest] = products;
  if (lowest === undefined) return 'Quality of no product';
  const count = `${products.length} product${products.length === 1 ? '' : 's'}`;
  return `Quality of ${count}: ${average} of 100 on average, ${lowest.score} at the lowest`;
}

/**
 * Returns three sections: the coverage of texts by locale; the checks that found missing data, with the largest loss of
 * points first; and the reasons why each product lost points.
 */
function toSections(
  quality: CatalogueQuality,
  checks: readonly QualityCheck[],
): readonly Section[] {
  return [toCoverage(quality), toChecks(quality, checks), toProducts(quality, checks)];
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

function toChecks({ products }: CatalogueQuality, checks: readonly QualityCheck[]): Section {
  const lacks = products.flatMap(({ reasons }) => reasons);
  const rows = checks
    .map(({ id, lack }) => {
      const ofCheck = lacks.filter(({ check }) => check === id);
      return { id, lack, count: ofCheck.length, points: sumOf(ofCheck) };
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => compare(b.points, a.points))
    .map(({ id, lack, count, points }) => [
      id,
      `${count} product${count === 1 ? '' : 's'}`,
      formatPoints(points / products.length),
      lack,
    ]);
  const columns = ['Check', 'Lacked by', 'On average', 'What'];
  return { title: `What is missing: ${rows.length} of ${checks.length} checks`, columns, rows };
}

function toProducts({ products }: CatalogueQuality, checks: readonly QualityCheck[]): Section {
  const lackOf = new Map(checks.map(({ id, lack }) => [id, lack]));
  const lacking = products.filter(({ reasons }) => reasons.length > 0);
  const rows = lacking.flatMap(({ score, sku, reasons }) =>
    reasons.map((reason) => [
      String(score),
      sku,
      formatPoints(reason.points),
      reason.check,
      formatLack(lackOf.get(reason.check) ?? '', reason),
    ]),
  );
  const title = `Products: ${lacking.length} of ${products.length} lack something`;
  return { title, columns: ['Score', 'SKU', 'Points', 'Check', 'What'], rows };
}

/** Returns the data that one check has found missing, such as `colours without a picture: navy, red and 3 more`. */
function formatLack(lack: string, { count, missing }: Reason): string {
  if (count === 0) return lack;
  const more = count > maxNames ? ` and ${count - maxNames} more` : '';
  return `${lack}: ${missing.slice(0, maxNames).join(', ')}${more}`;
}

/** Returns lost points with a minus sign and one decimal: -0.1 even for a smaller loss, never 0. */
function formatPoints(points: number): string {
  return points < 0.05 ? '-0.1' : `-${points.toFixed(1)}`;
}

function sumOf(reasons: readonly Reason[]): number {
  return reasons.reduce((sum, { points }) => sum + points, 0);
}
