/** The quality of a catalogue as sections of rows: what the text and the Markdown form both show. */

import { compare } from '../build/content/compare.ts';
import type { Section } from '../console/section.ts';
import { locales } from '../contract/locales.ts';
import type { CatalogueQuality } from './catalogue-quality.ts';
import type { QualityCheck } from './check.ts';
import type { Reason } from './score.ts';

/** Names of what is missing that a row shows. */
const shownNames = 6;

/** What the whole is told of by, in a line. */
export function headingOf({ products, average }: CatalogueQuality): string {
  const [lowest] = products;
  if (lowest === undefined) return 'Quality of no product';
  const count = `${products.length} product${products.length === 1 ? '' : 's'}`;
  return `Quality of ${count}: ${average} of 100 on average, ${lowest.score} at the lowest`;
}

/** Coverage of texts, then the checks by what they cost, then what to mend, the worst product first. */
export function toSections(
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
      pointWords(points / products.length),
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
      pointWords(reason.points),
      reason.check,
      whatWords(lackOf.get(reason.check) ?? '', reason),
    ]),
  );
  const title = `Products: ${lacking.length} of ${products.length} lack something`;
  return { title, columns: ['Score', 'SKU', 'Points', 'Check', 'What'], rows };
}

/** `colours without a picture: navy, red and 3 more` */
function whatWords(lack: string, { count, missing }: Reason): string {
  if (count === 0) return lack;
  const more = count > shownNames ? ` and ${count - shownNames} more` : '';
  return `${lack}: ${missing.slice(0, shownNames).join(', ')}${more}`;
}

/** What is little is not nothing. */
function pointWords(points: number): string {
  return points < 0.05 ? '-0.1' : `-${points.toFixed(1)}`;
}

function sumOf(reasons: readonly Reason[]): number {
  return reasons.reduce((sum, { points }) => sum + points, 0);
}
