/** Data for `/preview/data/releases`: the releases in the output folder, newest first. */
import { listReleases } from '../../../releases/list-releases.ts';
import type { ReleasesResponse } from '../responses.ts';
import type { PreviewState } from './preview-state.ts';

/**
 * Lists the complete releases. A release that is being removed is incomplete and left out. Rejects with the errors of
 * `listReleases`.
 */
export async function createReleasesResponse({ out }: PreviewState): Promise<ReleasesResponse> {
  const releases = await listReleases(out);
  return {
    releases: releases
      .filter(({ problem }) => problem === '')
      .map(({ id, builtAt, products = 0, isCurrent }) => ({
        ...{ id, products, isCurrent },
        builtAt: builtAt.toISOString(),
      })),
  };
}
