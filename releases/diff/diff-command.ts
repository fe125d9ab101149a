/** `npm run diff`: prints the differences between two releases as text, Markdown or JSON. */
import { parseArgs } from 'node:util';
import { explainFailure, parseWithUsage } from '../../console/errors.ts';
import { assertFolder } from '../../console/folders.ts';
import type { Terminal } from '../../console/terminal.ts';
import { findRelease, releaseFolder } from '../release-store.ts';
import { compareReleases } from './compare-releases.ts';
import { openRelease } from './read-release.ts';
import { diffFormats, renderDiff } from './render-diff.ts';

const usage = `Usage: npm run diff [-- [A B] [--format text|markdown|json] [--limit N] [--out DIR]]

Shows the differences between two releases: products, prices of every list, text by
locale, stock, sizes of the lists. The output contains net prices: keep it private.

  A B              the releases: an id, the beginning of an id, "current" or
                   "previous" (default: previous current)
  --format FORMAT  text (default), markdown for a pull request, or json for programs
  --limit N        maximum rows per section (default: 50); json is always complete
  --out DIR        the build's output folder (default: dist)

Exits with 0 if the releases were compared, whether or not they differ, otherwise with 1.
`;

/** Runs `npm run diff`. Returns the exit code: 0 if the releases were compared; 1 with the reason on standard error. */
export async function runDiff(args: string[], { stdout, stderr }: Terminal): Promise<number> {
  try {
    stdout.write(await render(args));
    return 0;
  } catch (error) {
    stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
}

async function render(args: string[]): Promise<string> {
  const options = parseWithUsage(usage, () => parse(args));
  if (options === undefined) return usage;
  const { out, references, format, limit } = options;
  assertFolder('--out', out);
  const open = async (reference = '') =>
    openRelease(releaseFolder(out, await findRelease(out, reference)));
  const [before, after] = [await open(references[0]), await open(references[1])];
  return renderDiff(await compareReleases(before, after), format, limit);
}

function parse(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: 'string', default: 'dist' },
      format: { type: 'string', default: 'text' },
      limit: { type: 'string', default: '50' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  if (positionals.length !== 0 && positionals.length !== 2) {
    throw new Error('name two releases to compare, or none');
  }
  const format = diffFormats.find((each) => each === values.format);
  if (format === undefined) throw new Error(`--format is one of ${diffFormats.join(', ')}`);
  if (!/^\d{1,9}$/.test(values.limit)) throw new Error('--limit needs a whole number');
  const references = positionals.length === 0 ? ['previous', 'current'] : positionals;
  return { out: values.out, references, format, limit: Number(values.limit) };
}
