/** The page that says what each file of the content holds, CSV tables column by column. */
import { z } from 'zod';
import { csvKinds, jsonKindNames, jsonKinds } from '../../build/content/schemas/kinds.ts';

const opening = `# What the files of this content hold

Written by \`npm run schemas\`; changes made here are lost.

## JSON files

The \`$schema\` of a file leads to the description of its members. Editors that know JSON Schema,
such as Visual Studio Code, complete and underline by it. After a brand, a colour or another thing
that products refer to is added or renamed, \`npm run schemas\` lets editors offer it.
`;

/** Renders the page in Markdown. */
export function renderGuide(): string {
  const files = jsonKindNames.map((kind) => {
    const { files: name, schema } = jsonKinds[kind];
    return [`[\`${name}\`](${kind}.schema.json)`, descriptionOf(schema)];
  });
  const tables = Object.entries(csvKinds).map(([file, schema]) => {
    const columns = Object.entries(schema.shape).map(([column, cell]) => [
      `\`${column}\``,
      descriptionOf(cell),
      `\`${exampleOf(cell)}\``,
    ]);
    const table = toTable(['column', 'what it holds', 'example'], columns);
    return `### \`${file}\`\n\n${descriptionOf(schema)}\n\n${table}`;
  });
  const csv = `## CSV tables\n\nThe first line names the columns, in this order.\n`;
  return [opening, toTable(['file', 'what it holds'], files), csv, ...tables].join('\n');
}

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const toLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return [toLine(head), `|${'---|'.repeat(head.length)}\n`, ...rows.map(toLine)].join('');
}

/** Throws for a schema that nobody described. */
function descriptionOf(schema: z.core.$ZodType): string {
  const description = z.globalRegistry.get(schema)?.description;
  if (description === undefined) throw new Error('a file or column has no description');
  return description;
}

function exampleOf(schema: z.core.$ZodType): string {
  const [example = ''] = (z.globalRegistry.get(schema)?.['examples'] ?? []) as readonly string[];
  return example;
}
