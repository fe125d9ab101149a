/** Bundles the application for browsers: one script and one style sheet. */

import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

const clientFolder = fileURLToPath(new URL('client', import.meta.url));

/** Entry points: the public application, and the one with the additions of the editors' preview. */
export type EntryPoint = 'catalogue.tsx' | 'preview.tsx';

/** The bundled files by name: `app.js` and `app.css`. */
export type Bundle = ReadonlyMap<string, Buffer>;

/**
 * Bundles an entry point in memory, in about 0.1 seconds, and ends the process of esbuild. The same sources have the
 * same bytes on any machine. Rejects with the `BuildFailure` of esbuild if the sources have errors.
 */
export async function bundleClient(entryPoint: EntryPoint): Promise<Bundle> {
  try {
    const { outputFiles } = await build({
      absWorkingDir: clientFolder,
      entryPoints: { app: entryPoint },
      outdir: '/',
      bundle: true,
      format: 'esm',
      target: 'es2022',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      minify: true,
      write: false,
      logLevel: 'silent',
    });
    return new Map(outputFiles.map(({ path, contents }) => [path.slice(1), Buffer.from(contents)]));
  } finally {
    await stop();
  }
}
