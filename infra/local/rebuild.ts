/**
 * The loop of `npm run dev`: waits for changes of the content and builds until the last save is served. A
 * build that fails for a reason other than content errors is retried without a save.
 */
import { existsSync } from 'node:fs';
import type { Manifest } from '../../contract/release.ts';
import type { Change } from './folder-state.ts';
import type { Scan, WatchedFolder } from './watch-folder.ts';

/**
 * The result of a build: a release; content with errors, which were printed; or another failure, which was not printed
 * and which another try may mend, for example if files were edited during the build.
 */
export type Outcome =
  | { readonly kind: 'built'; readonly manifest: Manifest }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'failed'; readonly message: string };

/** Options of `createRebuilder`. */
export interface RebuildOptions {
  /** Content folder. */
  readonly content: string;
  /** Builds the content. `changes` are all changes since the last build, or undefined if not all are known. */
  build(changes: readonly Change[] | undefined): Promise<Outcome>;
  /** Called after each successful build, even if its release is already served. */
  serve(manifest: Manifest): Promise<void>;
  print(line: string): void;
  printError(line: string): void;
}

/** The loop of `npm run dev`. */
export interface Rebuilder {
  /** Builds once for each scan of the watched folder. Rejects when the run stops, and with the errors of `serve`. */
  run(): Promise<never>;
  /** Builds again, because a file of the served release is missing, unless the last build did not succeed. */
  repair(): void;
}

/** Milliseconds before the first retry; each later delay doubles, up to the second number. */
const [retryMs, maxRetryMs] = [200, 5000];

/**
 * Creates the loop of `npm run dev`: it builds after each change of the watched folder and serves the release. If the
 * content has errors, the previous release stays served. After another failure, it builds again after a delay.
 */
export function createRebuilder(
  watched: WatchedFolder,
  { content, build, serve, print, printError }: RebuildOptions,
): Rebuilder {
  let served: string | undefined;
  let failure: string | undefined;
  let delayMs = retryMs;
  let isIdle = false;
  let isRepairing = false;
  let timer: NodeJS.Timeout | undefined;

  /** Prints a failure, unless the previous build failed with the same message, and schedules the next build. */
  function retry({ message }: Outcome & { kind: 'failed' }): void {
    if (message !== failure) {
      printError(message);
      print(`${renderServed(served)}; trying again`);
    }
    failure = message;
    timer = setTimeout(watched.rescan, delayMs);
    delayMs = Math.min(delayMs * 2, maxRetryMs);
  }

  async function buildOnce({ files, changes, isExact }: Scan): Promise<void> {
    const known = isExact && failure === undefined ? changes : undefined;
    // One line instead of one error per file: a branch switch may remove the folder for a moment.
    if (files === 0) {
      printError(`${content} ${existsSync(content) ? 'holds no files' : 'does not exist'}`);
    }
    const outcome: Outcome = files === 0 ? { kind: 'invalid' } : await build(known);
    if (outcome.kind === 'failed') return retry(outcome);
    failure = undefined;
    delayMs = retryMs;
    if (outcome.kind === 'built') await serve(outcome.manifest);
    print(renderOutcome(served, outcome));
    if (outcome.kind === 'built') served = outcome.manifest.release;
    isIdle = outcome.kind === 'built';
    isRepairing = false;
  }

  return {
    async run() {
      try {
        for await (const look of watched.scans) {
          const { changes } = look;
          const isRetry = timer !== undefined && changes.length === 0;
          clearTimeout(timer);
          timer = undefined;
          isIdle = false;
          if (changes.length > 0) print(renderChanges(changes));
          if (!isRetry) print('building…');
          await buildOnce(look);
        }
      } finally {
        clearTimeout(timer);
      }
      throw new Error('the watch of the content ended');
    },
    repair() {
      if (!isIdle || isRepairing) return;
      isRepairing = true;
      print('a released file is missing; building again');
      watched.rescan();
    },
  };
}

const named = 3;

/** Renders changes as a line that names the first three, such as `a.json added, b.json changed and 12 more`. */
function renderChanges(changes: readonly Change[]): string {
  const names = changes.slice(0, named).map(({ file, kind }) => `${file} ${kind}`);
  const more = changes.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Returns the line to print after a build; `served` is the id of the release that was served before. */
function renderOutcome(served: string | undefined, outcome: Exclude<Outcome, { kind: 'failed' }>) {
  if (outcome.kind === 'invalid') return `${renderServed(served)}; fix the faults above`;
  const { release } = outcome.manifest;
  return release === served
    ? `${renderServed(served)}; it is the same`
    : `serving release ${release}`;
}

function renderServed(served: string | undefined): string {
  return served === undefined ? 'no release to serve yet' : `still serving release ${served}`;
}
