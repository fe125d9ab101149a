/** Writes edits of a content folder: all files or none. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { ExpectedError } from '../../console/errors.ts';
import type { FileEdit } from './content-edits.ts';

/**
 * The file that lists the renames and removals of an edit until all are done. Its name begins with a dot, so
 * that the file is not read as content.
 */
const journalFile = '.edit-journal.json';

const journalSchema = z.array(
  z.object({
    file: z.string(),
    /** Path of the temporary file, in the content folder, that is renamed to `file`; undefined if `file` is removed. */
    from: z.string().exactOptional(),
  }),
);
type Steps = z.infer<typeof journalSchema>;

/**
 * Writes all edited files or none: writes the new texts to temporary files, then a journal that lists the renames and
 * removals to do, then performs them. A changed file keeps its permissions. Throws an `ExpectedError`, and changes no
 * file, if a file has changed since it was read or the temporary files cannot be written. Also throws if a rename or
 * removal fails; then, as after an interruption, a later call of `finishEdits` completes the edit.
 */
export async function writeEdits(folder: string, edits: readonly FileEdit[]): Promise<void> {
  for (const { file, before } of edits) {
    const path = join(folder, file);
    const now = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    if (now !== before) {
      throw new ExpectedError(
        `${path} has changed since it was read; nothing was written, run the command again`,
      );
    }
  }
  const steps: Steps = [];
  const journal = join(folder, journalFile);
  try {
    for (const { file, before, after } of edits) {
      if (after === undefined) steps.push({ file });
      else {
        const from = join(dirname(file), `.${basename(file)}.${shortHashOf(after)}`);
        const temporary = join(folder, from);
        await mkdir(dirname(temporary), { recursive: true });
        steps.push({ file, from });
        await writeFile(temporary, after, { flush: true });
        if (before !== undefined) await chmod(temporary, (await stat(join(folder, file))).mode);
      }
    }
    await writeFile(`${journal}.new`, JSON.stringify(steps), { flush: true });
    await rename(`${journal}.new`, journal);
  } catch (cause) {
    for (const { from } of steps) if (from) await rm(join(folder, from), { force: true });
    await rm(`${journal}.new`, { force: true });
    const { message } = cause as Error;
    throw new ExpectedError(`cannot write ${folder}: ${message}; nothing was changed`, { cause });
  }
  await finishEdits(folder);
}

/**
 * Completes an edit that `writeEdits` has begun: performs the renames and removals in its journal, then removes the
 * journal. Returns the number of files of that edit, or 0 if there is no journal. Throws an `ExpectedError` if the
 * journal is damaged, and for file-system errors; after a file-system error, the next call continues the edit.
 */
export async function finishEdits(folder: string): Promise<number> {
  const journal = join(folder, journalFile);
  if (!existsSync(journal)) return 0;
  try {
    const steps = parseJournal(journal, readFileSync(journal, 'utf8'));
    for (const { file, from } of steps) {
      const path = join(folder, file);
      if (from === undefined) await rm(path, { force: true });
      else if (existsSync(join(folder, from))) await rename(join(folder, from), path);
    }
    await rm(journal);
    return steps.length;
  } catch (cause) {
    if (cause instanceof ExpectedError) throw cause;
    const { message } = cause as Error;
    throw new ExpectedError(
      `cannot finish writing ${folder}: ${message}; the next npm run edit continues`,
      { cause },
    );
  }
}

/**
 * Parses the text of a journal to its renames and removals. Throws an `ExpectedError` with the remedy if it is damaged.
 */
function parseJournal(path: string, text: string): Steps {
  try {
    return journalSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new ExpectedError(
      `${path} is damaged, so the interrupted edit cannot be completed; remove it, check the content with npm run build, and repeat the edit`,
      { cause },
    );
  }
}

function shortHashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
