import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { z } from 'zod';
import { variantsFile } from '../../../../build/content/product-tables.ts';
import { columnNamesOf } from '../../../../build/content/rules/csv-header-rules.ts';
import { csvKinds, jsonKinds } from '../../../../build/content/schemas/kinds.ts';
import { renderGuide } from '../../../../editing/schemas/schema-files.ts';
import { fixtureContent } from '../../../helpers/content.ts';

const guide = renderGuide();

test('the guide lists the columns of every table in the order of the files, then optional ones', async (t) => {
  for (const [file, schema] of Object.entries(csvKinds)) {
    const { names, required } = columnNamesOf(schema);
    const [section = ''] = guide.split(`### \`${file}\`\n`)[1]?.split('\n### ') ?? [];
    const columnsInGuide = [
      ...section.matchAll(/^\| (`\w+`(?: \(optional\))?) \| .+\. \| `.+` \|$/gm),
    ].map(([, name]) => name);
    const optional = names.slice(required.length);
    t.deepEqual(columnsInGuide, [
      ...required.map((name) => `\`${name}\``),
      ...optional.map((name) => `\`${name}\` (optional)`),
    ]);
    // Content may do without this one.
    if (file === variantsFile) continue;
    const text = await readFile(join(fixtureContent, file.replace('<tier>', 'A1')), 'utf8');
    t.is(text.split('\n')[0], required.join(), file);
  }
});

test('the examples of a table form a row that the build accepts', (t) => {
  for (const [file, schema] of Object.entries(csvKinds)) {
    const cells = Object.entries(schema.shape).map(([column, cell]) => {
      const examples = z.globalRegistry.get(cell)?.['examples'] as readonly string[] | undefined;
      return [column, examples?.[0]];
    });
    t.true(schema.safeParse(Object.fromEntries(cells)).success, file);
  }
});

test('the guide names every JSON file and links to its schema', (t) => {
  for (const [kind, { path }] of Object.entries(jsonKinds)) {
    t.true(guide.includes(`[\`${path}\`](${kind}.schema.json)`), kind);
  }
});
