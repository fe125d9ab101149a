/** What `npm run sync` can be told. */
import { parseArgs } from 'node:util';

export const usage = `Usage: npm run sync [-- --content DIR] [--out DIR]

Lists the active products of DIR/current for GET /v1/sync/activeProduct.

  --content DIR  content folder whose active-products.csv says which products are
                 active (default: content)
  --out DIR      the build's output folder (default: dist)

Exit codes: 0 the listing is served; 1 it could not be made, and the last one stays.
`;

export interface SyncOptions {
  readonly content: string;
  readonly out: string;
}

/** Reads arguments; undefined asks for the usage. Throws a plain `Error` for an option that is none. */
export function readOptions(args: string[]): SyncOptions | undefined {
  const { values } = parseArgs({
    args,
    options: {
      content: { type: 'string', default: 'content' },
      out: { type: 'string', default: 'dist' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const { content, out } = values;
  return { content, out };
}
