/** Lists the programs that are bundled and the npm scripts that are not (decision 70). */

/** The programs that a server runs: `build/main.ts` becomes `bundle/build/main.js`. */
export const serverPrograms: readonly string[] = [
  'build/main.ts',
  'pricing-service/backup/main.ts',
  'pricing-service/keys-command/main.ts',
  'pricing-service/main.ts',
  'releases/deploy/main.ts',
  'releases/diff/main.ts',
  'releases/main.ts',
  'releases/remote/pull-main.ts',
  'releases/remote/push-main.ts',
  'sync/main.ts',
];

/** All bundled programs: those of a server, and those of editors and developers. */
export const programs: readonly string[] = [
  ...serverPrograms,
  'editing/edit/main.ts',
  'editing/import/main.ts',
  'infra/local/dev.ts',
  'infra/local/stack.ts',
  'infra/local/start.ts',
  'quality/main.ts',
];

/** The modules that worker threads load. */
export const threadModules: readonly string[] = [
  'build/content/product-files.ts',
  'build/output/create-links.ts',
  'build/output/damaged-objects.ts',
  'build/worker.ts',
  'infra/local/build-thread.ts',
];

/**
 * Modules that find the module of a thread, or a program to start, by `import.meta.url`. When such a module is bundled,
 * its `import.meta.url` is in `bundle/`, where the bundled threads and programs are: that of `build/prepare-build.ts`
 * is the URL of `bundle/build/prepare-build.js`. In every other bundled module, `import.meta.url` is the URL of the
 * module's original file in the project, because these modules find data files by it.
 */
export const startingModules: readonly string[] = [
  'build/prepare-build.ts',
  'build/content/product-files.ts',
  'build/output/create-links.ts',
  'build/output/damaged-objects.ts',
  'infra/local/builder.ts',
  'infra/local/node-arguments.ts',
];

/**
 * npm scripts that are not bundled, because few people run them or because bundling needs them. They run TypeScript
 * through tsx, or run no TypeScript.
 */
export const unbundledScripts: readonly string[] = [
  'api',
  'audit',
  'bench',
  'bundle',
  'check',
  'deadcode',
  'format',
  'generate',
  'lint',
  'pretest',
  'provision',
  'rules',
  'schemas',
  'test',
  'test:machine',
  'typecheck',
];

/**
 * Libraries that programs of a server load and that are not bundled: piscina starts threads from its own files,
 * fs-native-extensions loads native code, and the file of minisearch is read as text, to be sent to browsers.
 */
export const serverLibraries: readonly string[] = ['fs-native-extensions', 'minisearch', 'piscina'];

/** All libraries that are not bundled. esbuild runs a native program; the preview of `npm run dev` uses it. */
export const externalLibraries: readonly string[] = [...serverLibraries, 'esbuild'];

/** Returns the path of a program or module within `bundle/`, such as `build/main.js`. */
export function bundledPath(source: string): string {
  return source.replace(/\.ts$/, '.js');
}
