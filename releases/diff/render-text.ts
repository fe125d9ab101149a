/** A comparison for a terminal: aligned rows below a line a section. */
import { renderTextSections } from '../../console/sections.ts';
import type { ReleaseDiff } from './release-diff.ts';
import { toSections } from './sections.ts';

/** Renders a comparison as text, `limit` rows a section at most. */
export function renderText(diff: ReleaseDiff, limit: number): string {
  return renderTextSections(`release ${diff.before} → ${diff.after}`, toSections(diff), limit);
}
