/** Renders the small files in `bundle/` that start the bundled programs and threads. */
import { posix } from 'node:path';

/**
 * The bundled files that a program or thread loads at its start, as file names in `bundle/code/`. `launch` is the
 * bundled `launch.ts`; `code` is the bundled module of the program or thread itself.
 */
export interface LaunchedCode {
  readonly launch: string;
  /**
   * The JSON file that lists the sources of the bundle with size, time and SHA-256, such as `sources-1a2b3c4d.json`.
   */
  readonly record: string;
  readonly code: string;
}

/** Returns the text of the file `bundle/<path>`, which starts a bundled program. */
export function renderProgram(path: string, { launch, record, code }: LaunchedCode): string {
  const to = toCode(path);
  return `${heading}import { launch } from '${to}${launch}';

launch(new URL('${to}${record}', import.meta.url));
await import('${to}${code}');
`;
}

/**
 * Returns the text of the file `bundle/<path>`, the module that a worker thread loads. It exports the members `names`
 * of the thread's bundled module.
 */
export function renderThread(
  path: string,
  { launch, code }: LaunchedCode,
  names: readonly string[],
): string {
  const to = toCode(path);
  return `${heading}import { showSources } from '${to}${launch}';

showSources();
export const { ${names.join(', ')} } = await import('${to}${code}');
`;
}

/**
 * Returns the text of `bundle/changed.js`, with which `run.js` checks the bundle. It exports `changed`: the path of a
 * source that has changed since the bundling, or undefined.
 */
export function renderChanged({ launch, record }: Omit<LaunchedCode, 'code'>): string {
  return `${heading}import { changedSource } from './code/${launch}';

export const changed = changedSource(new URL('./code/${record}', import.meta.url));
`;
}

const heading = '// Written by npm run bundle (decision 70).\n';

function toCode(path: string): string {
  return `${posix.relative(posix.dirname(path), 'code')}/`;
}
