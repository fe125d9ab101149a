/** `npm run diff`: prints the differences between two releases as text, Markdown or JSON. */
import { parseArgs } from 'node:util';
import { explainFailure, parseWithUsage } from '../../console/errors.ts';
import { assertFolder } from '../../console/folders.ts';
import type { Terminal } from '../../console/terminal.ts';
import { findRelease, releaseFolder } from '../release-store.ts';
import { compareReleases } from './compare-releases.ts';
import { openRelease } from './read-release.ts';
import { type DiffFormat, diffFormats, renderDiff } from './render-diff.ts';

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

/** The parsed arguments of `npm run diff`. */
export interface DiffOptions {
  readonly out: string;
  /** The earlier release: an id, the beginning of an id, `current` or `previous`. */
  readonly before: string;
  /** The later release, in the same form as `before`. */
  readonly after: string;
  readonly format: DiffFormat;
  /** Maximum number of rows per section of the output; JSON ignores it. */
  readonly limit: number;
}

/** Prints the differences between the two releases that the arguments of `npm run diff` name. */
export async function runDiff(args: string[], { stdout, stderr }: Terminal): Promise<number> {
  try {
    stdout.write(await run(args));
    return 0;
  } catch (error) {
    stderr.write(`${explainFailure(error)}\n`);
    return 1;
  }
}

/**
 * Parses the arguments of `npm run diff`; returns undefined for `--help`, and the caller then prints the usage. Throws
 * an `ExpectedError` for invalid arguments; its message is the reason and the usage.
 */
export function parseDiffOptions(args: string[]): DiffOptions | undefined {
  return parseWithUsage(usage, () => parse(args));
}

function parse(args: string[]): DiffOptions | undefined {
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
  const [before = 'previous', after = 'current'] = positionals;
  return { out: values.out, before, after, format, limit: Number(values.limit) };
}

async function run(args: string[]): Promise<string> {
  const options = parseDiffOptions(args);
  if (options === undefined) return usage;
  const { out, format, limit } = options;
  assertFolder('--out', out);
  const open = async (reference: string) =>
    openRelease(releaseFolder(out, await findRelease(out, reference)));
  const [before, after] = [await open(options.before), await open(options.after)];
  return renderDiff(await compareReleases(before, after), format, limit);
}
