/** Runs commands of `npm run edit` on a copy of the fixture catalogue. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type EditControls, runEdit } from '../../../../editing/edit/command.ts';
import { type ContentFolder, copyContent } from '../../../helpers/content.ts';
import { runCommand } from '../../../helpers/run-command.ts';
import type { Teardown } from '../../../helpers/teardown.ts';

/** A content folder to edit, and functions that access files in it and next to it. */
export interface EditRun {
  readonly content: ContentFolder;
  /** Returns the path of a file in the parent folder of the content folder. */
  path(name: string): string;
  /** Writes a file in the parent folder of the content folder; returns its path. */
  save(name: string, data: string | Buffer): Promise<string>;
  /** Returns the text of a file of the content. */
  read(file: string): Promise<string>;
  /** Returns the text of a file in the parent folder; undefined if the file is missing. */
  readBeside(name: string): Promise<string | undefined>;
  /** Runs a command of `npm run edit` with `--yes`, so that it writes without asking. */
  run(...args: readonly string[]): ReturnType<typeof runCommand>;
  /** Runs a command without `--yes`; `controls` may replace the question to the user. */
  runAsking(args: readonly string[], controls?: EditControls): ReturnType<typeof runCommand>;
}

/** Copies the fixture catalogue; returns functions that edit the copy, with `at` as the time. */
export async function openEdit(t: Teardown, at = '2026-12-01T12:00:00Z'): Promise<EditRun> {
  const content = await copyContent(t);
  const path = (name: string) => join(dirname(content.path), name);
  const runAsking: EditRun['runAsking'] = (args, controls = {}) =>
    runCommand(
      (all, terminal) => runEdit(all, terminal, { nowMs: Date.parse(at), ...controls }),
      [...args, '--content', content.path],
    );
  return {
    content,
    path,
    async save(name, data) {
      await writeFile(path(name), data);
      return path(name);
    },
    read: (file) => readFile(join(content.path, file), 'utf8'),
    readBeside: async (name) =>
      existsSync(path(name)) ? await readFile(path(name), 'utf8') : undefined,
    run: (...args) => runAsking([...args, '--yes']),
    runAsking,
  };
}

/** Returns the content of a product file. */
export async function productOf({ read }: EditRun, sku: string) {
  return JSON.parse(await read(`products/${sku}.json`)) as Readonly<Record<string, unknown>>;
}

/** Adds members to a product. */
export async function addMembers(edit: EditRun, sku: string, members: object): Promise<void> {
  const text = `{ ${JSON.stringify(members).slice(1, -1)},`;
  await edit.content.replace(`products/${sku}.json`, '{', text);
}

/** Returns the rows of a product in a table. */
export async function rowsOf({ read }: EditRun, file: string, sku: string): Promise<string[]> {
  return (await read(file)).split('\n').filter((line) => line.startsWith(`${sku},`));
}
