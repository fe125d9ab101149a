/** The command line of `npm run quality`. */
import { parseArgs } from 'node:util';

export const formats = ['text', 'json', 'markdown'] as const;
export type Format = (typeof formats)[number];

export interface QualityOptions {
  /** Content folder. */
  readonly content: string;
  readonly format: Format;
  /** Rows of a section that are shown at most. */
  readonly limit: number;
  /** The lowest score that a product may have. */
  readonly minimum: number;
}

export const usage = `Usage: npm run quality [-- --content DIR] [--format text|json|markdown]
                       [--limit N] [--minimum N]

Scores every product from 0 to 100 by how complete it is for distributors, with
the reasons. docs/quality.md lists what is asked for and how to mend it.

  --content DIR    content folder (default: content)
  --format FORMAT  text (default), markdown for a pull request, or json for programs
  --limit N        rows of a section that are shown (default: 50); json has all
  --minimum N      fails when a product scores below N (default: 0)

Examples:
  npm run quality
  npm run quality -- --content ../catalogue --minimum 80
  npm run --silent quality -- --format json > quality.json

Exit codes: 0 every product scores the minimum; 1 one does not, or the content has
errors, which are told as npm run build tells them.
`;

/** Reads the arguments, undefined for help; throws a plain `Error` whose message ends in the usage. */
export function readOptions(args: string[]): QualityOptions | undefined {
  try {
    return parse(args);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${usage}`);
  }
}

function parse(args: string[]): QualityOptions | undefined {
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
  if (format === undefined) throw new Error(`--format is one of ${formats.join(', ')}`);
  if (!/^\d{1,9}$/.test(values.limit)) throw new Error('--limit needs a whole number');
  if (!/^(?:\d{1,2}|100)$/.test(values.minimum)) {
    throw new Error('--minimum needs a whole number from 0 to 100');
  }
  return {
    content: values.content,
    format,
    limit: Number(values.limit),
    minimum: Number(values.minimum),
  };
}
