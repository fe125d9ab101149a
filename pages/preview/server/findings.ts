/** Data for `data/findings`: the compiler's findings in the saved content. */
import type { FindingsResponse } from '../responses.ts';
import type { PreviewState } from './preview-state.ts';

/** Returns all findings, sorted by file and line. */
export function createFindingsResponse({ findings }: PreviewState): FindingsResponse {
  return { findings };
}
