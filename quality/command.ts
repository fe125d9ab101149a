/** `npm run quality`: scores every product by its completeness and prints the reasons. */

import { parseArgs } from 'node:util';
import { countFindings, formatJson, formatText } from '../build/check/findings/formats.ts';
import { ContentError, type Finding } from '../build/content/findings/finding.ts';
import { openContent } from '../build/content/open-content.ts';
import { explainFailure, parseWithUsage } from '../console/errors.ts';
import type { Terminal } from '../console/terminal.ts';
import { type CatalogueQuality, measureQuality } from './measure-quality.ts';
import { type Format, formats, renderQuality } from './report.ts';
import { usage } from './usage.ts';

/** The parsed arguments of `npm run quality`. */
interface QualityOptions {
  /** Path of the content folder. */
  readonly content: string;
  readonly format: Format;
  /** Maximum number of rows per section of a text or Markdown report. */
  readonly limit: number;
  /** Score from 0 to 100; the command fails if a product has less. */
  readonly minimum: number;
}

/** Maximum number of SKUs in the message about products that score below the minimum. */
const maxNamed = 10;

/**
 * Runs `npm run quality`, which scores all products except drafts and those whose last day is past, and prints a
 * report; for `--help`, prints the usage. Resolves to the exit code: 0, or 1 with the reason on standard error if the
 * arguments are invalid, the content has errors or cannot be read, or a product scores below the minimum. With
 * `--format json`, errors of the content are printed as JSON on standard output, and only their number on standard
 * error.
 */
export async function runQuality(args: string[], terminal: Terminal): Promise<number> {
  try {
    const options = readOptions(args);
    if (options !== undefined) return await measure(options, terminal);
    terminal.stdout.write(usage);
    return 0;
  } catch (error) {
    terminal.stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
}

/**
 * Measures the quality of the content and prints the report, or the errors of the content instead. Returns the exit
 * code: 1 if the content has errors or a product scores less than `options.minimum`, otherwise 0.
 */
async function measure(options: QualityOptions, terminal: Terminal): Promise<number> {
  const { content, format, limit, minimum } = options;
  try {
    const quality = await measureQuality(await openContent(content));
    terminal.stdout.write(renderQuality(quality, format, limit));
    const below = describeBelow(quality, minimum);
    terminal.stderr.write(below);
    return below === '' ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    printFindings(error.findings, options, terminal);
    return 1;
  }
}

/**
 * Returns a line with the number of products that score below the minimum, and the SKUs and scores of at most
 * `maxNamed` of them. Returns an empty string if no product scores below it.
 */
function describeBelow({ products }: CatalogueQuality, minimum: number): string {
  const below = products.filter(({ score }) => score < minimum);
  if (below.length === 0) return '';
  const named = below.slice(0, maxNamed).map(({ sku, score }) => `${sku} ${score}`);
  const more = below.length > maxNamed ? ` and ${below.length - maxNamed} more` : '';
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

/**
 * Parses the arguments; returns undefined for `--help`, and the caller then prints the usage. Throws an `ExpectedError`
 * with the reason and the usage if an argument is invalid.
 */
function readOptions(args: string[]): QualityOptions | undefined {
  return parseWithUsage(usage, () => parseOptions(args));
}

function parseOptions(args: string[]): QualityOptions | undefined {
  const { values } = parseArgs({
    args,
    options: {
      content: { type: 'string', default: 'content' },
      format: { type: 'string', default: 'text' },
      limit: { type: 'string', default: '50' },
      minimum: { type: 'string', default: '0' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const format = formats.find((each) => each === values.format);
  if (format === undefined) throw new Error(`--format must be one of ${formats.join(', ')}`);
  if (!/^\d{1,9}$/.test(values.limit)) throw new Error('--limit must be a whole number');
  if (!/^(?:\d{1,2}|100)$/.test(values.minimum)) {
    throw new Error('--minimum must be a whole number from 0 to 100');
  }
  return {
    content: values.content,
    format,
    limit: Number(values.limit),
    minimum: Number(values.minimum),
  };
}
