import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { z } from 'zod';
import { csvKinds, jsonKinds } from '../../../build/content/schemas/kinds.ts';
import { renderGuide } from '../../../editing/schemas/schema-files.ts';
import { fixtureContent } from '../../helpers/content.ts';

const guide = renderGuide();

test('the guide lists the columns of every table in the order of the files', async (t) => {
  for (const [file, schema] of Object.entries(csvKinds)) {
    const text = await readFile(join(fixtureContent, file.replace('<tier>', 'A1')), 'utf8');
    const [section = ''] = guide.split(`### \`${file}\`\n`)[1]?.split('\n### ') ?? [];
    const columnsInGuide = [...section.matchAll(/^\| `(\w+)` \| .+\. \| `.+` \|$/gm)].map(
      ([, name]) => name,
    );
    const columns = Object.keys(schema.shape);
    t.is(columnsInGuide.join(), columns.join(), file);
    t.is(text.split('\n')[0], columns.join(), file);
  }
});

test('the examples of a table make a row that the build accepts', (t) => {
  for (const [file, schema] of Object.entries(csvKinds)) {
    const cells = Object.entries(schema.shape).map(([column, cell]) => {
      const examples = z.globalRegistry.get(cell)?.['examples'] as readonly string[] | undefined;
      return [column, examples?.[0]];
    });
    t.true(schema.safeParse(Object.fromEntries(cells)).success, file);
  }
});

test('the guide names every JSON file and links to its schema', (t) => {
  for (const [kind, { files }] of Object.entries(jsonKinds)) {
    t.true(guide.includes(`[\`${files}\`](${kind}.schema.json)`), kind);
  }
});
