/**
 * Checks edits before they are written: applies them to a temporary copy of the content folder, and runs all content
 * rules there.
 */
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { checkContent } from '../../build/check/check-content.ts';
import { formatText } from '../../build/check/findings/formats.ts';
import type { Day } from '../../build/content/dates.ts';
import type { Finding } from '../../build/content/findings/finding.ts';
import { openContent } from '../../build/content/open-content.ts';
import { tryLink } from '../../console/hard-links.ts';
import type { FileEdit } from './content-edits.ts';
import { inTemporaryFolder } from './temporary-folder.ts';

/**
 * Applies edits to a temporary copy of a content folder, and returns the findings of all content rules about the copy,
 * sorted by file, line and column. `at` is the day for rules that depend on the date. Does not change the content
 * folder itself. Throws file-system errors.
 */
export async function findingsAfter(
  folder: string,
  edits: readonly FileEdit[],
  at: Day,
): Promise<readonly Finding[]> {
  // In the same parent folder, so that unchanged files can be hard links.
  return inTemporaryFolder(dirname(resolve(folder)), async (copy) => {
    const edited = new Map(edits.map(({ file, after }) => [file, after]));
    linkFiles(folder, copy, '', edited);
    for (const [file, text] of edited) {
      if (text === undefined) continue;
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      await writeFile(join(copy, file), text);
    }
    return checkContent(await openContent(copy, { at }));
  });
}

/**
 * Returns the errors among `findings` as text, or undefined if there are none: then the content builds. Paths of files
 * in the text begin with `folder`, the content folder. The last line is `verdict`, the outcome, followed by
 * `, for the reasons above`. Example: `nothing was written: the content would not build, for the reasons above`.
 */
export function explainErrors(
  folder: string,
  findings: readonly Finding[],
  verdict: string,
): string | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return undefined;
  return `${formatText(errors, { folder, colors: false })}\n${verdict}, for the reasons above`;
}

/**
 * Recreates the subfolder `below` of the folder `from`, with its own subfolders, in the folder `to`. Links the files
 * (hard links), or copies them where links are impossible, such as between two file systems. Leaves out hidden files
 * and folders, and the edited files: those whose path within `from` is a key of `edited`.
 */
function linkFiles(from: string, to: string, below: string, edited: ReadonlyMap<string, unknown>) {
  mkdirSync(join(to, below), { recursive: true });
  for (const entry of readdirSync(join(from, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (entry.name.startsWith('.') || edited.has(path)) continue;
    if (entry.isDirectory()) linkFiles(from, to, path, edited);
    else if (!tryLink(join(from, path), join(to, path))) {
      copyFileSync(join(from, path), join(to, path));
    }
  }
}
