/** The command line of `npm run diff`. */
import { parseArgs } from 'node:util';

export const formats = ['text', 'markdown', 'json'] as const;
export type Format = (typeof formats)[number];

export interface DiffOptions {
  readonly out: string;
  /** References to the two releases: ids, beginnings of ids, or links. */
  readonly before: string;
  readonly after: string;
  readonly format: Format;
  /** Rows of a section that are shown at most. */
  readonly limit: number;
}

export const usage = `Usage: npm run diff [-- [A B] [--format text|markdown|json] [--limit N] [--out DIR]]

Tells what differs between two releases: products, prices of every list, text by
locale, stock, sizes of the lists. Net prices are among it: mind who may see them.

  A B              the releases: an id, the beginning of one, "current" or
                   "previous" (default: previous current)
  --format FORMAT  text (default), markdown for a pull request, or json for programs
  --limit N        rows of a section that are shown (default: 50); json has all
  --out DIR        the build's output folder (default: dist)

Exits with 0 when the releases were compared, alike or not, and with 1 when not.
`;

/** Reads the arguments, undefined for help; throws a plain `Error` whose message ends in the usage. */
export function readOptions(args: string[]): DiffOptions | undefined {
  try {
    return parse(args);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${usage}`);
  }
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
    throw new Error('two releases are compared, or none is named');
  }
  const format = formats.find((each) => each === values.format);
  if (format === undefined) throw new Error(`--format is one of ${formats.join(', ')}`);
  if (!/^\d{1,9}$/.test(values.limit)) throw new Error('--limit needs a whole number');
  const [before = 'previous', after = 'current'] = positionals;
  return { out: values.out, before, after, format, limit: Number(values.limit) };
}
