/** Lists the programs that are bundled and the npm scripts that are not (decision 70). */

/** The programs that a server runs: `build/main.ts` becomes `bundle/build/main.js`. */
export const programs: readonly string[] = [
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

/** Module that starts threads → module that its threads load, as paths within the project. */
export const threads: Readonly<Record<string, string>> = {
  'build/compile.ts': 'build/worker.ts',
  'build/output/damaged-objects.ts': 'build/output/damaged-objects.ts',
};

/**
 * npm scripts that are not bundled, because they are for developers, editors and installations. They run through tsx,
 * or run no TypeScript.
 */
export const unbundledScripts: readonly string[] = [
  'api',
  'audit',
  'bench',
  'bundle',
  'check',
  'deadcode',
  'dev',
  'edit',
  'format',
  'generate',
  'import',
  'lint',
  'pretest',
  'provision',
  'quality',
  'rules',
  'schemas',
  'stack',
  'start',
  'test',
  'test:machine',
  'typecheck',
];

/**
 * Libraries that are not bundled: piscina starts threads from its own files, fs-native-extensions loads native code,
 * and the file of minisearch is read as text, to be sent to browsers.
 */
export const externalLibraries: readonly string[] = [
  'fs-native-extensions',
  'minisearch',
  'piscina',
];

/** Returns the path of a program or module within `bundle/`, such as `build/main.js`. */
export function bundledPath(source: string): string {
  return source.replace(/\.ts$/, '.js');
}
