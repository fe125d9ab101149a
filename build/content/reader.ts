/** Reads the files of a content folder, one by one, and gathers what is wrong with them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import type { TableDraft } from './draft.ts';
import { type Found, foundBy } from './findings/finding.ts';
import { type ContentListing, isLinked } from './list-content.ts';
import { type DocumentReading, readDocument } from './read-document.ts';
import { readTable } from './read-table.ts';
import { symbolicLink, unreadableFile } from './rules/file-rules.ts';

export type Reader = ReturnType<typeof createReader>;

/**
 * Makes a reader of files below a folder; what is wrong with them is added to `found`, and so is every link
 * of the listing. Nothing is read over a link.
 */
export function createReader(folder: string, found: Found[], { links }: ContentListing) {
  found.push(...links.map((link) => foundBy(symbolicLink, symbolicLink.explain(link))));
  const documents = new Map<string, DocumentReading<unknown>>();
  const bytesOf = async (file: string): Promise<Buffer | undefined> => {
    if (isLinked(file, links)) return undefined;
    try {
      return await readFile(join(folder, file));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const message = code === 'ENOENT' ? 'is missing; add it' : `cannot be read (${code})`;
      found.push(foundBy(unreadableFile, { file, message }));
      return undefined;
    }
  };
  return {
    documents,
    async json<Schema extends z.ZodObject>(file: string, schema: Schema) {
      const bytes = await bytesOf(file);
      const reading: DocumentReading<z.infer<Schema>> =
        bytes === undefined
          ? { value: {}, whole: false, json: undefined, found: [] }
          : readDocument(file, bytes, schema);
      found.push(...reading.found);
      documents.set(file, reading);
      return reading;
    },
    async table<Shape extends z.ZodObject>(
      file: string,
      schema: Shape,
    ): Promise<TableDraft<z.infer<Shape>>> {
      const bytes = await bytesOf(file);
      if (bytes === undefined) return { file, rows: [], readable: false, doubtful: new Set() };
      const { found: faults, ...table } = readTable(file, bytes, schema);
      found.push(...faults);
      return table;
    },
  };
}
