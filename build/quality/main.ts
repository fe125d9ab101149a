/** `npm run quality`: how complete every product is, for an editor, a pull request or a program. */
import { ContentError, type Finding } from '../findings/finding.ts';
import { formatJson } from '../findings/format-json.ts';
import { countFindings, formatText } from '../findings/format-text.ts';
import { openSource } from '../load/open-source.ts';
import { renderMarkdownSections } from '../report/markdown-sections.ts';
import { renderTextSections } from '../report/text-sections.ts';
import type { CatalogueQuality } from './catalogue-quality.ts';
import { qualityChecks } from './index.ts';
import { measureQuality } from './measure-quality.ts';
import { type Format, type QualityOptions, readOptions, usage } from './options.ts';
import { renderJson } from './render-json.ts';
import { headingOf, toSections } from './sections.ts';

const renderers: Readonly<Record<Format, (quality: CatalogueQuality, limit: number) => string>> = {
  text: (quality, limit) =>
    renderTextSections(headingOf(quality), toSections(quality, qualityChecks), limit),
  markdown: (quality, limit) =>
    renderMarkdownSections(headingOf(quality), toSections(quality, qualityChecks), limit),
  json: (quality) => renderJson(quality, qualityChecks),
};

/** Of the products below the minimum, this many are named. */
const shownBelow = 10;

try {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) process.stdout.write(usage);
  else await run(options);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

/** Measures and tells; errors of the content, or a product below the minimum, are the exit code 1. */
async function run(options: QualityOptions): Promise<void> {
  const { content, format, limit, minimum } = options;
  try {
    const quality = await measureQuality(await openSource(content));
    process.stdout.write(renderers[format](quality, limit));
    tellBelow(quality, minimum);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    tellFaults(error.findings, options);
    process.exitCode = 1;
  }
}

function tellBelow({ products }: CatalogueQuality, minimum: number): void {
  const below = products.filter(({ score }) => score < minimum);
  if (below.length === 0) return;
  const named = below.slice(0, shownBelow).map(({ sku, score }) => `${sku} ${score}`);
  const more = below.length > shownBelow ? ` and ${below.length - shownBelow} more` : '';
  const count = `${below.length} of ${products.length} products`;
  process.stderr.write(`${count} score below ${minimum}: ${named.join(', ')}${more}\n`);
  process.exitCode = 1;
}

function tellFaults(findings: readonly Finding[], { content, format }: QualityOptions): void {
  if (format === 'json') process.stdout.write(formatJson(findings, null));
  const colors = process.stderr.isTTY && !('NO_COLOR' in process.env);
  const text = formatText(findings, { folder: content, colors });
  const closing = `${countFindings(findings)}; no product was scored`;
  process.stderr.write(format === 'json' ? `${closing}\n` : `${text}\n${closing}\n`);
}
