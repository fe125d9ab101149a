/** `npm run quality`: scores every product by its completeness and prints the reasons. */
import { parseArgs } from 'node:util';
import { countFindings, formatJson, formatText } from '../build/check/findings/formats.ts';
import { ContentError, type Finding } from '../build/content/findings/finding.ts';
import { openContent } from '../build/content/open-content.ts';
import { explainFailure, parseWithUsage } from '../console/errors.ts';
import type { Terminal } from '../console/terminal.ts';
import { formats, renderQuality } from './report.ts';
import { measureQuality, type ProductQuality } from './score.ts';
import { usage } from './usage.ts';

/** Maximum number of SKUs in the message about products that score below the minimum. */
const maxNamed = 10;

type Options = Exclude<ReturnType<typeof readOptions>, undefined>;

/**
 * Scores all products except drafts and ended ones, and prints a report. Resolves to the exit code: 0, or 1 with the
 * reason on standard error if the arguments are invalid, the content has errors or cannot be read, or a product scores
 * below the minimum. With `--format json`, errors of the content are JSON on standard output.
 */
export async function runQuality(args: string[], terminal: Terminal): Promise<number> {
  try {
    const options = parseWithUsage(usage, () => readOptions(args));
    if (options !== undefined) return await measure(options, terminal);
    terminal.stdout.write(usage);
    return 0;
  } catch (error) {
    terminal.stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
}

async function measure(options: Options, terminal: Terminal): Promise<number> {
  try {
    const quality = await measureQuality(await openContent(options.content));
    terminal.stdout.write(renderQuality(quality, options.format, options.limit));
    const below = describeBelow(quality.products, options.minimum);
    terminal.stderr.write(below);
    return below === '' ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    printFindings(error.findings, options, terminal);
    return 1;
  }
}

/** Returns a line about the products that score below the minimum, or an empty string if there are none. */
function describeBelow(products: readonly ProductQuality[], minimum: number): string {
  const below = products.filter(({ score }) => score < minimum);
  if (below.length === 0) return '';
  const named = below.slice(0, maxNamed).map(({ sku, score }) => `${sku} ${score}`);
  const more = below.length > maxNamed ? ` and ${below.length - maxNamed} more` : '';
  const count = `${below.length} of ${products.length} products`;
  return `${count} score below ${minimum}: ${named.join(', ')}${more}\n`;
}

function printFindings(
  findings: readonly Finding[],
  { content, format }: Options,
  { stdout, stderr, env }: Terminal,
): void {
  if (format === 'json') stdout.write(formatJson(findings, null));
  const colors = stderr.isTTY === true && !('NO_COLOR' in env);
  const text = format === 'json' ? '' : `${formatText(findings, { folder: content, colors })}\n`;
  stderr.write(`${text}${countFindings(findings)}; no product was scored\n`);
}

/** Parses the arguments; returns undefined for `--help`. Throws an error with the reason if one is invalid. */
function readOptions(args: string[]) {
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
  const { content, help, limit, minimum } = values;
  if (help) return undefined;
  const format = formats.find((each) => each === values.format);
  if (format === undefined) throw new Error(`--format must be one of ${formats.join(', ')}`);
  if (!/^\d{1,9}$/.test(limit)) throw new Error('--limit must be a whole number');
  if (!/^(?:\d{1,2}|100)$/.test(minimum)) {
    throw new Error('--minimum must be a whole number from 0 to 100');
  }
  return { content, format, limit: Number(limit), minimum: Number(minimum) };
}
