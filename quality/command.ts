/** `npm run quality`: scores every product by its completeness and prints the reasons. */
import { parseArgs } from 'node:util';
import { formatVerdict } from '../build/check/findings/formats.ts';
import { ContentError } from '../build/content/findings/finding.ts';
import { openContent } from '../build/content/open-content.ts';
import { explainFailure, parseWithUsage } from '../console/errors.ts';
import type { Terminal } from '../console/terminal.ts';
import { formats, renderQuality } from './report.ts';
import { measureQuality } from './score.ts';
import { usage } from './usage.ts';

/** Maximum number of SKUs in the message about products that score below the minimum. */
const maxNamed = 10;

/**
 * Scores all products except drafts and ended ones, and prints a report. Resolves to the exit code: 0, or 1 with the
 * reason if the arguments are invalid, the content has errors, or a product scores below the minimum.
 */
export async function runQuality(args: string[], terminal: Terminal): Promise<number> {
  const { stdout, stderr, env } = terminal;
  try {
    const { content, format, limit, minimum } = parseWithUsage(usage, () => readOptions(args));
    try {
      const quality = await measureQuality(await openContent(content));
      stdout.write(renderQuality(quality, format, limit));
      const below = quality.products.filter(({ score }) => score < minimum);
      if (below.length === 0) return 0;
      const named = below.slice(0, maxNamed).map(({ sku, score }) => `${sku} ${score}`);
      const more = below.length > maxNamed ? ` and ${below.length - maxNamed} more` : '';
      const count = `${below.length} of ${quality.products.length} products`;
      stderr.write(`${count} score below ${minimum}: ${named.join(', ')}${more}\n`);
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      const colors = stderr.isTTY === true && !('NO_COLOR' in env);
      const verdict = { findings: error.findings, outcome: 'no product was scored' };
      const style = { folder: content, colors };
      const printed = formatVerdict(verdict, format === 'json' ? 'json' : 'text', style);
      stdout.write(printed.stdout);
      stderr.write(printed.stderr);
    }
  } catch (error) {
    stderr.write(`${explainFailure(error)}\n`);
  }
  return 1;
}

/** Throws an error with the reason if an option is invalid. */
function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      content: { type: 'string', default: 'content' },
      format: { type: 'string', default: 'text' },
      limit: { type: 'string', default: '50' },
      minimum: { type: 'string', default: '0' },
    },
  });
  const { limit, minimum } = values;
  const format = formats.find((each) => each === values.format);
  if (format === undefined) throw new Error(`--format must be one of ${formats.join(', ')}`);
  if (!/^\d{1,9}$/.test(limit)) throw new Error('--limit must be a whole number');
  if (!/^(?:\d{1,2}|100)$/.test(minimum)) {
    throw new Error('--minimum must be a whole number from 0 to 100');
  }
  return { ...values, format, limit: Number(limit), minimum: Number(minimum) };
}
