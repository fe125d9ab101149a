/** Data for `/preview/data/findings`: the compiler's findings in the saved content. */
import type { FindingsResponse } from '../responses.ts';
import type { PreviewState } from './preview-state.ts';

/** Returns all findings (errors and warnings), sorted by file, line and column. */
export function createFindingsResponse({ findings }: PreviewState): FindingsResponse {
  return { findings };
}
