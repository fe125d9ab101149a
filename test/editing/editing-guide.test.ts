/**
 * All commands of docs/editing.md succeed on the sample catalogue, run in the order of the page.
 */
import { cpSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import test from 'ava';
import { runEdit } from '../../editing/edit/command.ts';
import { runSchemas } from '../../editing/schemas/command.ts';
import { buildWithoutPages, runCommand } from '../build/run-command.ts';
import { makeFolder } from '../helpers/content.ts';

const root = resolve(import.meta.dirname, '../..');
const commands = { edit: runEdit, build: buildWithoutPages, schemas: runSchemas };

test('every command of docs/editing.md succeeds on the sample, one after the other', async (t) => {
  const page = await readFile(join(root, 'docs/editing.md'), 'utf8');
  const folder = await makeFolder(t);
  const content = join(folder, 'content');
  cpSync(join(root, 'content'), content, { recursive: true });
  for (const [, name = '', text = ''] of page.matchAll(/^```csv (\S+)\n([\s\S]*?)^```/gm)) {
    await writeFile(join(folder, name), text);
  }
  const lines = [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    block.trimEnd().split('\n'),
  );
  t.true(lines.length >= 10);
  for (const line of lines) {
    const [, name = '', rest = ''] = /^npm run (\w+)(?: -- (.*))?$/.exec(line) ?? [];
    const command = commands[name as keyof typeof commands];
    t.truthy(command, line);
    const args = [...rest.matchAll(/(?:[^\s"]|"[^"]*")+/g)]
      .map(([word]) => word.replaceAll('"', ''))
      // Files of the page stand in the folder of the test.
      .map((word) => (/^(\/tmp\/march|[\w-]+\.csv)$/.test(word) ? join(folder, word) : word));
    const yes = name === 'edit' ? ['--yes'] : [];
    const { exitCode, stderr } = await runCommand(command, [...args, ...yes, '--content', content]);
    t.is(exitCode, 0, `${line}\n${stderr}`);
  }
});
