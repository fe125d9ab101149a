/** A comparison for a pull request: GitHub Flavored Markdown, a table a section. */
import { renderMarkdownSections } from '../../console/sections.ts';
import type { ReleaseDiff } from './release-diff.ts';
import { toSections } from './sections.ts';

/** Renders a comparison as Markdown, `limit` rows a section at most. */
export function renderMarkdown(diff: ReleaseDiff, limit: number): string {
  const heading = `Catalogue: \`${diff.before}\` → \`${diff.after}\``;
  return renderMarkdownSections(heading, toSections(diff), limit);
}
