/** Bundles `client/` into one script and one style sheet for the browser. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, stop } from 'esbuild';

const clientFolder = fileURLToPath(new URL('../client', import.meta.url));

/** The bundled files by name: `app.js`, `app.css` and `app.js.map`. */
export type ClientFiles = ReadonlyMap<string, Uint8Array>;

/**
 * Bundles the client in memory, in about 0.1 seconds, and stops the process of esbuild. Rejects with the `BuildFailure`
 * of esbuild if the sources have errors.
 */
export async function bundleClient(): Promise<ClientFiles> {
  try {
    const { outputFiles } = await build({
      absWorkingDir: clientFolder,
      entryPoints: { app: 'main.tsx' },
      outdir: '/',
      bundle: true,
      format: 'esm',
      target: 'es2023',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      minify: true,
      plugins: [dropUnusedModules],
      sourcemap: 'linked',
      write: false,
      logLevel: 'silent',
    });
    return new Map(outputFiles.map(({ path, contents }) => [path.slice(1), contents]));
  } finally {
    await stop();
  }
}

/**
 * Marks the project's modules as free of side effects, so that esbuild drops unused ones. Otherwise the schemas of the
 * contract would add zod, which is ten times the size of all other code.
 */
const dropUnusedModules: Plugin = {
  name: 'drop-unused-modules',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\/.*\.[jt]sx?$/ }, ({ path, importer, resolveDir }) => {
      if (importer.includes('/node_modules/')) return undefined;
      return { path: resolve(resolveDir, path), sideEffects: false };
    });
  },
};
