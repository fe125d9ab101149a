/** What the browser runs: `client/` as one script and one style sheet. */
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

const clientFolder = fileURLToPath(new URL('../client', import.meta.url));

/** By name: `app.js`, `app.css` and `app.js.map`. */
export type ClientFiles = ReadonlyMap<string, Uint8Array>;

/**
 * Bundles the client in memory, which takes a tenth of a second. Throws what the bundler finds wrong; its
 * own process ends with it.
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
      sourcemap: 'linked',
      write: false,
      logLevel: 'silent',
    });
    return new Map(outputFiles.map(({ path, contents }) => [path.slice(1), contents]));
  } finally {
    await stop();
  }
}
