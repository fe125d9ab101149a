/** A comparison for programs: everything that differs, whatever the limit of the other forms. */
import type { ReleaseDiff } from './release-diff.ts';

/** Renders a comparison as indented JSON (`release-diff.ts` is its shape). */
export function renderJson(diff: ReleaseDiff): string {
  return `${JSON.stringify(diff, undefined, 2)}\n`;
}
