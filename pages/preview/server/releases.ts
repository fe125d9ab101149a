/** `data/releases`: the releases that stand in the output folder, newest first. */
import { listReleases } from '../../../releases/list-releases.ts';
import type { ReleasesAnswer } from '../answers.ts';
import type { Shown } from './shown.ts';

/** Lists those that are whole; one that is just being removed is not. */
export async function answerReleases({ out }: Shown): Promise<ReleasesAnswer> {
  const releases = await listReleases(out);
  return {
    releases: releases
      .filter(({ faults }) => faults.length === 0)
      .map(({ id, builtAt, products = 0, isCurrent }) => ({
        ...{ id, products, isCurrent },
        builtAt: builtAt.toISOString(),
      })),
  };
}
