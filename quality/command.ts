/** `npm run quality`: how complete every product is, for an editor, a pull request or a program. */

import { countFindings, formatJson, formatText } from '../build/check/findings/formats.ts';
import { ContentError, type Finding } from '../build/content/findings/finding.ts';
import { openSource } from '../build/content/open-source.ts';
import { renderMarkdownSections } from '../console/markdown-sections.ts';
import type { Terminal } from '../console/terminal.ts';
import { renderTextSections } from '../console/text-sections.ts';
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

/** Runs `npm run quality`; 1 for errors of the content and for products below the minimum. */
export async function runQuality(args: string[], terminal: Terminal): Promise<number> {
  try {
    const options = readOptions(args);
    if (options !== undefined) return await measure(options, terminal);
    terminal.stdout.write(usage);
    return 0;
  } catch (error) {
    terminal.stderr.write(`${(error as Error).message}\n`);
    return 1;
  }
}

/** Measures and prints; returns the exit code. */
async function measure(options: QualityOptions, terminal: Terminal): Promise<number> {
  const { content, format, limit, minimum } = options;
  try {
    const quality = await measureQuality(await openSource(content));
    terminal.stdout.write(renderers[format](quality, limit));
    const below = describeBelow(quality, minimum);
    terminal.stderr.write(below);
    return below === '' ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    printFindings(error.findings, options, terminal);
    return 1;
  }
}

/** One line that names the products below the minimum; empty when there are none. */
function describeBelow({ products }: CatalogueQuality, minimum: number): string {
  const below = products.filter(({ score }) => score < minimum);
  if (below.length === 0) return '';
  const named = below.slice(0, shownBelow).map(({ sku, score }) => `${sku} ${score}`);
  const more = below.length > shownBelow ? ` and ${below.length - shownBelow} more` : '';
  const count = `${below.length} of ${products.length} products`;
  return `${count} score below ${minimum}: ${named.join(', ')}${more}\n`;
}

function printFindings(
  findings: readonly Finding[],
  { content, format }: QualityOptions,
  { stdout, stderr, env }: Terminal,
): void {
  if (format === 'json') stdout.write(formatJson(findings, null));
  const colors = stderr.isTTY === true && !('NO_COLOR' in env);
  const text = formatText(findings, { folder: content, colors });
  const closing = `${countFindings(findings)}; no product was scored`;
  stderr.write(format === 'json' ? `${closing}\n` : `${text}\n${closing}\n`);
}
