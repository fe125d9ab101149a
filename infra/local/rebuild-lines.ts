/** What `npm run dev` says around the compiler's own lines. */
import type { Change } from './folder-state.ts';

const named = 3;

/** `prices/msrp.csv changed, products/TEE100.json added and 12 more`. */
export function renderChanges(changes: readonly Change[]): string {
  const names = changes.slice(0, named).map(({ file, kind }) => `${file} ${kind}`);
  const more = changes.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** What is served after a build, by the ids of the release before and of the new one. */
export function renderOutcome(served: string | undefined, built: string | undefined): string {
  if (built !== undefined && built === served)
    return `still serving release ${served}; it is the same`;
  if (built !== undefined) return `serving release ${built}`;
  if (served !== undefined) return `still serving release ${served}; fix the faults above`;
  return 'no release to serve yet; fix the faults above';
}
