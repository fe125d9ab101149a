/** Reads what an interrupted `npm run edit` has left in a content folder. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { formatCount } from '../../console/format-count.ts';
import { type Found, foundBy, type Rule } from './findings/finding.ts';
import { sha256 } from './sha256.ts';

/** Folder, within the content folder, that exists only while an edit is written or after it was interrupted. */
export const unfinishedFolder = 'unfinished-edit';

/** File of that folder that lists the steps of the edit; written after all new texts, before the first rename. */
export const planFile = `${unfinishedFolder}/plan.json`;

const planSchema = z.array(
  z.strictObject({
    file: z.string().regex(/^(?!\/)(?!.*(^|\/)\.\.(\/|$))/),
    /** SHA-256 of the file when the edit began; null if there was none. */
    before: z.string().nullable(),
    isRemoval: z.boolean(),
  }),
);

/** The steps of an edit. */
export type EditPlan = z.infer<typeof planSchema>;

/** An interrupted edit: its steps, and whether each is done. Without steps, it was killed before it changed a file. */
export type UnfinishedEdit = readonly (EditPlan[number] & { readonly isDone: boolean })[];

/** Returns the path of the new text of a file, within the content folder, until the edit renames it to the file. */
export function newTextOf(file: string): string {
  return `${unfinishedFolder}/new/${file}`;
}

/** Returns the SHA-256 of a file, or null if it does not exist. */
export function hashOf(path: string): string | null {
  return existsSync(path) ? sha256(readFileSync(path)) : null;
}

/** Returns the edit that was interrupted in a content folder, or undefined if there is none. */
export function readUnfinishedEdit(folder: string): UnfinishedEdit | undefined {
  if (!existsSync(join(folder, unfinishedFolder))) return undefined;
  const isDone = ({ file, isRemoval }: EditPlan[number]) =>
    !existsSync(join(folder, isRemoval ? file : newTextOf(file)));
  return readPlan(join(folder, planFile)).map((step) => ({ ...step, isDone: isDone(step) }));
}

function readPlan(path: string): EditPlan {
  try {
    return planSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return []; // The edit was killed before its plan was complete, and so before it changed a file.
  }
}

/** Returns the files that an interrupted edit has written and has not written, and the two remedies. */
export function explainUnfinishedEdit(edit: UnfinishedEdit): string {
  const list = (isDone: boolean) => namesOf(edit.filter((step) => step.isDone === isDone));
  return edit.length === 0
    ? 'an edit was interrupted before it changed a file; remove what it left: npm run edit -- --discard'
    : `an edit was interrupted; written: ${list(true)}; not written: ${list(false)}; write the others: npm run edit -- --finish; or leave them: npm run edit -- --discard`;
}

const shownFiles = 20;

function namesOf(steps: UnfinishedEdit): string {
  const more = steps.length - shownFiles;
  const names = steps.slice(0, shownFiles).map(({ file }) => file);
  const rest = more > 0 ? [`and ${formatCount(more, 'more file')}`] : [];
  return [...names, ...rest].join(', ') || 'none';
}

/** Half of an interrupted edit would be published. */
export const unfinishedEdit: Rule = {
  id: 'file/unfinished-edit',
  severity: 'error',
  summary: 'No edit is half written.',
  remedy:
    'Write the other files with `npm run edit -- --finish`, or leave them as they are with `npm run edit -- --discard`.',
  example: { file: planFile, broken: '[]' },
};

/** Returns the fault of a content folder with an interrupted edit, given the paths of its files. */
export function findUnfinishedEdit(folder: string, files: readonly string[]): Found[] {
  const left = files.filter((path) => path.startsWith(`${unfinishedFolder}/`));
  const file = left.includes(planFile) ? planFile : left[0];
  if (file === undefined) return [];
  const message = explainUnfinishedEdit(readUnfinishedEdit(folder) ?? []);
  return [foundBy(unfinishedEdit, { file, message })];
}
