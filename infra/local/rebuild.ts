/**
 * The loop of `npm run dev`: looks at the content in, builds out, until the last save is served. A build
 * that failed for another reason than errors in the content is tried again without a save.
 */
import type { Manifest } from '../../contract/release.ts';
import type { Change } from './folder-state.ts';
import type { Look, WatchedFolder } from './watch-folder.ts';

/** How a build ended. */
export type Outcome =
  | { readonly kind: 'built'; readonly manifest: Manifest }
  /** Only a save helps. The errors were printed. */
  | { readonly kind: 'invalid' }
  /** Another try may help: files were edited or deleted meanwhile. Nothing was printed. */
  | { readonly kind: 'failed'; readonly message: string };

export interface Rebuilding {
  /** Content folder. */
  readonly content: string;
  /**
   * Builds the content as it is. `changes` are all since the last build; undefined if more may have changed.
   * Rejects when the run stops.
   */
  build(changes: readonly Change[] | undefined): Promise<Outcome>;
  /** Called with each release, also with one that was built again. */
  serve(manifest: Manifest): Promise<void>;
  /** Prints a line on standard output. */
  say(line: string): void;
  /** Prints a line on standard error. */
  complain(line: string): void;
  /** Milliseconds until the first further try; each later one waits twice as long, up to 5 seconds. */
  readonly retryMs?: number;
}

export interface Rebuilder {
  /** Builds at every look, until the run stops. */
  run(): Promise<never>;
  /** Builds again because the output was damaged, unless a build is running or cannot help. */
  repair(): void;
}

const maxRetryMs = 5000;

/** Creates the loop over the looks at a content folder. */
export function createRebuilder(
  watched: WatchedFolder,
  { content, build, serve, say, complain, retryMs = 200 }: Rebuilding,
): Rebuilder {
  let served: string | undefined;
  let failure: string | undefined;
  let delayMs = retryMs;
  let isIdle = false;
  let isRepairing = false;
  let timer: NodeJS.Timeout | undefined;

  /** Prints each failure once, however often it is met again. */
  function retry({ message }: Outcome & { kind: 'failed' }): void {
    if (message !== failure) {
      complain(message);
      say(`${renderServed(served)}; trying again`);
    }
    failure = message;
    timer = setTimeout(watched.lookAgain, delayMs);
    delayMs = Math.min(delayMs * 2, maxRetryMs);
  }

  async function buildOnce({ files, changes, isExact }: Look): Promise<void> {
    const known = isExact && failure === undefined ? changes : undefined;
    // One line instead of an error a file: a branch switch may remove the folder for a while.
    if (files === 0) complain(`${content} holds no files`);
    const outcome: Outcome = files === 0 ? { kind: 'invalid' } : await build(known);
    if (outcome.kind === 'failed') return retry(outcome);
    failure = undefined;
    delayMs = retryMs;
    if (outcome.kind === 'built') await serve(outcome.manifest);
    say(renderOutcome(served, outcome));
    if (outcome.kind === 'built') served = outcome.manifest.release;
    isIdle = outcome.kind === 'built';
    isRepairing = false;
  }

  return {
    async run() {
      try {
        for await (const look of watched.looks) {
          const { changes } = look;
          const isRetry = timer !== undefined && changes.length === 0;
          clearTimeout(timer);
          timer = undefined;
          isIdle = false;
          if (changes.length > 0) say(renderChanges(changes));
          if (!isRetry) say('building…');
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
      say('the output folder was changed');
      watched.lookAgain();
    },
  };
}

const named = 3;

/** `prices/msrp.csv changed, products/TEE100.json added and 12 more`. */
export function renderChanges(changes: readonly Change[]): string {
  const names = changes.slice(0, named).map(({ file, kind }) => `${file} ${kind}`);
  const more = changes.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** What is served after a build; `served` is the id of the release before. */
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
