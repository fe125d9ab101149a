/** Load and check: a content folder in; whole content and its warnings out, or every finding thrown. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentError, type Finding } from './findings/finding.ts';
import { locateFaults } from './findings/locate.ts';
import type { Content } from './load/content.ts';
import type { Draft } from './load/draft.ts';
import { loadDraft } from './load/load-draft.ts';
import { toContent } from './load/to-content.ts';
import { checkDraft } from './rules/index.ts';

export interface CheckedContent {
  readonly content: Content;
  /** No error among them. */
  readonly warnings: readonly Finding[];
}

/**
 * Reads a content folder and holds every rule against it. Throws `ContentError` with errors and
 * warnings when there is any error; when `strict`, any warning is one too.
 */
export async function checkContent(
  folder: string,
  { strict = false } = {},
): Promise<CheckedContent> {
  const draft = await loadDraft(folder);
  const findings = await findFaults(folder, draft);
  const isFatal = findings.some(({ severity }) => strict || severity === 'error');
  if (isFatal) throw new ContentError(findings);
  return { content: toContent(draft), warnings: findings };
}

/** Everything that reading and rules have to tell of a draft, with its places. */
export function findFaults(folder: string, draft: Draft): Promise<readonly Finding[]> {
  return locateFaults([...draft.found, ...checkDraft(draft)], async (file) => {
    const bytes = await readFile(join(folder, file)).catch(() => undefined);
    return bytes && new TextDecoder().decode(bytes);
  });
}
