/** Collects edits of a content folder in memory. `write-edits.ts` writes them. */
import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { toPathText } from '../../build/check/findings/locate.ts';
import { explainIssues } from '../../build/content/rules/shape-rules.ts';
import { ExpectedError } from '../../console/errors.ts';
import { type EditableTable, openTable } from '../text/csv-text.ts';
import { editJson, type JsonEdit } from '../text/json-text.ts';

/** A content file with its text before and after the edits. */
export interface FileEdit {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Edits of a content folder that are collected in memory, until `writeEdits` writes them. */
export interface ContentEdits {
  readonly folder: string;
  /** Returns the SKUs of all products that have a file after the edits, sorted. */
  products(): readonly string[];
  /** Returns the text of a file after the edits, or undefined if it does not exist. */
  read(file: string): string | undefined;
  /** Parses a JSON file with `schema`, which only needs to describe the members that the caller reads. */
  readJson<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema>;
  write(file: string, text: string): void;
  remove(file: string): void;
  editJson(file: string, edits: readonly JsonEdit[]): void;
  /** Passes a CSV table to the function `edit`, which edits it, and returns the function's result. */
  editTable<Result>(file: string, edit: (table: EditableTable) => Result): Result;
  /** Returns the files whose text has changed, sorted by path. */
  changes(): readonly FileEdit[];
}

/** Returns an empty collection of edits of a content folder. */
export function createContentEdits(folder: string): ContentEdits {
  const before = new Map<string, string | undefined>();
  const after = new Map<string, string | undefined>();
  const original = (file: string): string | undefined => {
    if (!before.has(file)) {
      const path = join(folder, file);
      before.set(file, existsSync(path) ? decode(file, readFileSync(path)) : undefined);
    }
    return before.get(file);
  };
  const read = (file: string) => (after.has(file) ? after.get(file) : original(file));
  const readExisting = (file: string): string => {
    const text = read(file);
    if (text === undefined) throw new ExpectedError(`${file} is missing; add it`);
    return text;
  };
  const set = (file: string, text: string | undefined) => {
    original(file);
    after.set(file, text);
  };
  const readJson = <Schema extends z.ZodType>(file: string, schema: Schema) => {
    const json = parseJson(file, read(file) ?? '{}');
    const result = schema.safeParse(json);
    if (result.success) return result.data;
    const [found] = explainIssues(file, schema, json, result.error.issues);
    const { path = [], message } = found?.fault ?? { message: 'is invalid' };
    const place = path.length === 0 ? '' : ` ${toPathText(path)}:`;
    throw new ExpectedError(`${file}:${place} ${message}`);
  };
  return {
    folder,
    products() {
      const listed = readdirSync(join(folder, 'products')).map((name) => `products/${name}`);
      const files = [...new Set([...listed, ...after.keys()])].filter(
        (file) => /^products\/[^/.][^/]*\.json$/.test(file) && read(file) !== undefined,
      );
      return files.map((file) => basename(file, '.json')).sort();
    },
    read,
    readJson,
    write: set,
    remove: (file) => set(file, undefined),
    editJson(file, edits) {
      const text = readExisting(file);
      readJson(file, anyObject);
      set(file, editJson(text, edits));
    },
    editTable(file, edit) {
      const table = openTable(readExisting(file), file);
      const result = edit(table);
      set(file, table.toText());
      return result;
    },
    changes: () =>
      [...after]
        .map(([file, text]) => ({ file, before: before.get(file), after: text }))
        .filter((edit) => edit.before !== edit.after)
        .sort((a, b) => (a.file < b.file ? -1 : 1)),
  };
}

function decode(file: string, bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  throw new ExpectedError(`${file} is not UTF-8; npm run build reports the reason`);
}

/** Schema that only requires a JSON file to contain an object. */
export const anyObject = z.looseObject({});

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    const message = `${file} is not JSON; npm run build reports the reason`;
    throw new ExpectedError(message, { cause });
  }
}
