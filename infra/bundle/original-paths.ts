/**
 * An esbuild plugin that lets bundled modules find their data files, although their code is in `bundle/code/`. It
 * replaces `import.meta.url` by the path that the module has in the project. In modules that start threads or programs,
 * it inserts the path within `bundle/`, because the bundled threads and programs are there.
 */
import { extname, relative, sep } from 'node:path';
import type { Loader, OnLoadResult, Plugin } from 'esbuild';
import { bundledPath, startingModules } from './programs.ts';
import { readSource, type SourceState } from './sources.ts';

/** Relative path from the folder of the bundled code, `bundle/code/`, to the project. */
const toProject = '../../';

/**
 * The code at the start of each bundled file. It declares `require`, which CommonJS libraries need, and names such as
 * `bundledUrl`, the URL of the bundled file. The plugin of `createOriginalPaths` inserts code that uses these names to
 * compute the original path of a module at run time.
 */
export const banner = [
  `import { createRequire as bundledCreateRequire } from 'node:module';`,
  `import { dirname as bundledDirname } from 'node:path';`,
  `import { fileURLToPath as bundledFile } from 'node:url';`,
  'const bundledUrl = import.meta.url;',
  'const require = bundledCreateRequire(bundledUrl);',
  '',
].join('\n');

/**
 * Expression in a module → name of the variable that replaces it in the bundle (esbuild's option `define`). The
 * variable has the value that the expression has in the module's own file, not in the bundled file in `bundle/code/`:
 * in `pages/docs/docs-files.ts`, `originalUrl` is the URL of this TypeScript file. In a module of `startingModules`,
 * the variable has the value for a file in `bundle/` instead: in `build/prepare-build.ts`, `originalUrl` is the URL of
 * `bundle/build/prepare-build.js`. The plugin of `createOriginalPaths` declares the variable in each module that has
 * the expression.
 */
export const define: Readonly<Record<string, string>> = {
  'import.meta.url': 'originalUrl',
  'import.meta.filename': 'originalFilename',
  'import.meta.dirname': 'originalDirname',
};

const loaders: Readonly<Record<string, Loader>> = {
  '.ts': 'ts',
  '.js': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
  '.json': 'json',
};

/**
 * Creates the esbuild plugin that replaces `import.meta` in bundled modules. The plugin adds each project file that it
 * loads to `sources` (path within the project → size, time and SHA-256), but no files of libraries. A module that calls
 * `import.meta.resolve` makes the bundling fail.
 */
export function createOriginalPaths(project: string, sources: Map<string, SourceState>): Plugin {
  const load = (file: string): OnLoadResult => {
    const path = relative(project, file).split(sep).join('/');
    const { bytes, state } = readSource(project, path);
    const isLibrary = path.startsWith('node_modules/');
    if (!isLibrary) sources.set(path, state);
    const text = bytes.toString();
    const loader = loaders[extname(path)] ?? 'default';
    if (loader === 'json') return { contents: text, loader };
    if (text.includes('import.meta.resolve(')) {
      const remedy = 'use new URL(…, import.meta.url) or createRequire(import.meta.url).resolve';
      return { errors: [{ text: `import.meta.resolve has no meaning in a bundle; ${remedy}` }] };
    }
    // On the first line, so that source maps stay correct.
    return { contents: `${declareOriginalPath(path, text, isLibrary)}${text}`, loader };
  };
  return {
    name: 'original-paths',
    setup: (build) => build.onLoad({ filter: /\.[cm]?[jt]s$|\.json$/ }, ({ path }) => load(path)),
  };
}

/**
 * Returns a line of code to put before a module: it declares the variables of `define` that the text of the module
 * needs, and in a library also `__filename` and `__dirname`. Returns an empty string if the text needs none.
 */
function declareOriginalPath(path: string, text: string, isLibrary: boolean): string {
  const place = startingModules.includes(path) ? `bundle/${bundledPath(path)}` : path;
  const url = `new URL(${JSON.stringify(toProject + place)}, bundledUrl)`;
  const file = `bundledFile(${url})`;
  const folder = `bundledDirname(${file})`;
  const names = [
    ['import.meta.url', 'originalUrl', `${url}.href`],
    ['import.meta.filename', 'originalFilename', file],
    ['import.meta.dirname', 'originalDirname', folder],
    ...(isLibrary
      ? [
          ['__filename', '__filename', file],
          ['__dirname', '__dirname', folder],
        ]
      : []),
  ] as const;
  return names
    .filter(([used = '']) => text.includes(used))
    .map(([, name, value]) => `var ${name} = ${value};`)
    .join(' ');
}
