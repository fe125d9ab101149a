/** Checks edits before they are written, in a temporary copy of the content folder, with all content rules. */
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { checkContent } from '../../build/check/check-content.ts';
import { formatText } from '../../build/check/findings/formats.ts';
import type { Day } from '../../build/content/dates.ts';
import type { Finding } from '../../build/content/findings/finding.ts';
import { openContent } from '../../build/content/open-content.ts';
import { ExpectedError } from '../../console/errors.ts';
import { tryLink } from '../../console/hard-links.ts';
import type { FileEdit } from './content-edits.ts';

/** Throws an `ExpectedError` that lists the errors that a content folder would have after edits, on the day `at`. */
export async function assertBuilds(
  folder: string,
  edits: readonly FileEdit[],
  at: Day,
): Promise<void> {
  // In the same parent folder, so that unchanged files can be hard links.
  const findings = await inTemporaryFolder(dirname(resolve(folder)), async (copy) => {
    const edited = new Map(edits.map(({ file, after }) => [file, after]));
    linkFiles(folder, copy, '', edited);
    for (const [file, text] of edited) {
      if (text === undefined) continue;
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      await writeFile(join(copy, file), text);
    }
    return checkContent(await openContent(copy, { at }));
  });
  const verdict = 'nothing was written: the content would not build';
  const reasons = explainErrors(folder, findings, verdict);
  if (reasons !== undefined) throw new ExpectedError(reasons);
}

/** Returns the errors among the findings of a content folder as text that ends with `verdict`, or undefined. */
export function explainErrors(
  folder: string,
  findings: readonly Finding[],
  verdict: string,
): string | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return undefined;
  return `${formatText(errors, { folder, colors: false })}\n${verdict}, for the reasons above`;
}

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

const prefix = '.editing-';
/** Age after which a folder counts as left by a killed command, in milliseconds; commands need minutes at most. */
const abandonedMs = 24 * 3600 * 1000;

/** Calls `work` with a path in a new temporary folder at which nothing exists yet, and removes the folder. */
export async function inTemporaryFolder<Result>(
  parent: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  await removeAbandoned(parent);
  const folder = await mkdtemp(join(parent, prefix));
  try {
    return await work(join(folder, 'content'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of (await readdir(parent)).filter((each) => each.startsWith(prefix))) {
    const folder = join(parent, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    // A folder of another user stays: it cannot be removed.
    if (Date.now() - mtimeMs > abandonedMs) {
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
  }
}
