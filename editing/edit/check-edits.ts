/** Checks edits of a content folder in a temporary copy of the folder. */
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
 * Checks a content folder as it would be after the edits, and returns the findings of all rules, sorted by file, line
 * and column. Rules that depend on the date suppose that the day is `at`. Does not change the folder. Throws
 * file-system errors.
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
 * Returns the errors among `findings` as text, followed by a line with the outcome: `<verdict>, for the reasons above`.
 * Paths of files in the text begin with `folder`, the content folder. Returns undefined if there are no errors: then
 * the content builds.
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
 * Recreates the folder `from`/`below` and its subfolders as `to`/`below`, with hard links to their files, or copies
 * where hard links are impossible, such as between two file systems. Skips hidden files and folders, and the edited
 * files: those whose path within `from` is a key of `left`.
 */
function linkFiles(from: string, to: string, below: string, left: ReadonlyMap<string, unknown>) {
  mkdirSync(join(to, below), { recursive: true });
  for (const entry of readdirSync(join(from, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (entry.name.startsWith('.') || left.has(path)) continue;
    if (entry.isDirectory()) linkFiles(from, to, path, left);
    else if (!tryLink(join(from, path), join(to, path))) {
      copyFileSync(join(from, path), join(to, path));
    }
  }
}
