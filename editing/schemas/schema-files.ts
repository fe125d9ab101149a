/** Renders the JSON Schemas of content files, with the ids that the content defines. */
import { z } from 'zod';
import { requiredColumns } from '../../build/content/rules/csv-table-rules.ts';
import {
  csvKinds,
  type JsonKind,
  jsonKindNames,
  jsonKinds,
} from '../../build/content/schemas/kinds.ts';
import {
  idSources,
  idsOf,
  type ReferenceKind,
  referredKind,
} from '../../build/content/schemas/references.ts';
import { isAssetPath } from '../../build/content/schemas/values.ts';

/** Name of the folder within the content folder for the JSON Schemas and the guide. */
export const schemasFolder = 'schemas';

/** Returns the path, within the content folder, of the JSON Schema for a kind of content file. */
export function schemaPath(kind: JsonKind): string {
  return `${schemasFolder}/${kind}.schema.json`;
}

/** Returns the `$schema` of a kind of content file, such as `../schemas/product.schema.json`. */
export function schemaReference(kind: JsonKind): string {
  const depth = jsonKinds[kind].path.split('/').length - 1;
  return `${depth === 0 ? './' : '../'.repeat(depth)}${schemaPath(kind)}`;
}

/** Returns the files of the schemas folder: path within the content folder → text. */
export function toSchemaFiles(ids: ReferenceIds): ReadonlyMap<string, string> {
  return new Map([
    [`${schemasFolder}/README.md`, renderGuide()],
    ...jsonKindNames.map((kind): [string, string] => [
      schemaPath(kind),
      `${JSON.stringify(toJsonSchema(kind, ids), undefined, 2)}\n`,
    ]),
  ]);
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Returns the JSON Schema (draft-07) for a kind of content file. */
export function toJsonSchema(kind: JsonKind, ids: ReferenceIds): JsonSchema {
  return z.toJSONSchema(jsonKinds[kind].schema, {
    target: 'draft-07',
    io: 'input',
    override({ zodSchema, jsonSchema, path }) {
      // Members that the API shows unchanged are described in French too.
      delete (jsonSchema as JsonSchema)['french'];
      const referred = referredKind(zodSchema);
      const known = referred === undefined ? undefined : ids.get(referred);
      // JSON Schema does not allow an empty enum; the build reports such references.
      if (known?.length) listIds(jsonSchema, referred === 'assets', known);
      if (path.join('.') === 'properties.$schema') jsonSchema.examples = [schemaReference(kind)];
    },
  });
}

/** Replaces the pattern in the JSON Schema of a reference by the list of allowed `ids`. */
function listIds(schema: JsonSchema, orAddress: boolean, ids: readonly string[]): void {
  delete schema.pattern;
  delete schema['patternErrorMessage'];
  if (orAddress) schema.anyOf = [{ enum: [...ids] }, { pattern: '^https://\\S+$' }];
  else schema.enum = [...ids];
}

const opening = `# The files of this content

\`npm run generate\` writes this page; edits are lost.

## JSON files

The \`$schema\` of a file names the description of its members. Editors that support JSON Schema, such as
Visual Studio Code, complete and underline with it. After you add or rename a brand, a colour or another
thing that products refer to, run \`npm run generate\`, so that editors suggest it.
`;

/** Returns a guide to the files and columns of content as Markdown. */
export function renderGuide(): string {
  const files = jsonKindNames.map((kind) => {
    const { path: name, schema } = jsonKinds[kind];
    return [`[\`${name}\`](${kind}.schema.json)`, descriptionOf(schema)];
  });
  const tables = Object.entries(csvKinds).map(([file, schema]) => {
    const required = requiredColumns(schema);
    const columns = Object.entries(schema.shape).map(([column, cell]) => [
      `\`${column}\`${required.includes(column) ? '' : ' (optional)'}`,
      descriptionOf(cell),
      `\`${exampleOf(cell)}\``,
    ]);
    const table = toTable(['column', 'content', 'example'], columns);
    return `### \`${file}\`\n\n${descriptionOf(schema)}\n\n${table}`;
  });
  const csv = `## CSV tables\n\nThe first line names the columns, usually in this order. An optional column may be left out.\n`;
  return [opening, toTable(['file', 'content'], files), csv, ...tables].join('\n');
}

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const toLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return [toLine(head), `|${'---|'.repeat(head.length)}\n`, ...rows.map(toLine)].join('');
}

function descriptionOf(schema: z.core.$ZodType): string {
  const description = z.globalRegistry.get(schema)?.description;
  if (description === undefined) throw new Error('a schema has no description; add one to it');
  return description;
}

function exampleOf(schema: z.core.$ZodType): string {
  const [example = ''] = (z.globalRegistry.get(schema)?.['examples'] ?? []) as readonly string[];
  return example;
}

/** Kind of reference, such as `assets` → the sorted ids to which references of this kind may refer. */
export type ReferenceIds = ReadonlyMap<ReferenceKind, readonly string[]>;

/** The content files that define the ids to which other files refer. */
export interface IdSources {
  readonly texts: ReadonlyMap<string, string>;
  readonly files: Readonly<Record<'assets' | 'drawings', readonly string[]>>;
}

/** Paths, within the content folder, of the files that define ids to which other files refer. */
export const idFiles: readonly string[] = [
  ...new Set(Object.values(idSources).map(({ file }) => file)),
];

/** Returns the ids to which content files may refer, by kind of reference. */
export function collectIds({ texts, files }: IdSources): ReferenceIds {
  const ids = new Map<string, readonly string[]>();
  const add = (kind: string, found: readonly string[]) => ids.set(kind, [...new Set(found)].sort());
  for (const [kind, source] of Object.entries(idSources)) {
    const text = texts.get(source.file);
    const json = text === undefined ? undefined : parse(text);
    const isAbsent = text === undefined && source.optional === 'file';
    const found = isAbsent ? [] : idsOf(source, json);
    const { aliases } = source;
    const others = aliases === undefined ? [] : (idsOf({ ...source, at: [aliases] }, json) ?? []);
    if (found !== undefined) add(kind, [...found, ...others]);
  }
  add('assets', files.assets.filter(isAssetPath));
  add(
    'drawings',
    files.drawings.flatMap((file) => drawingOf(file, files.drawings)),
  );
  return ids as ReferenceIds;
}

/** Returns the name of a drawing if the file is its front and it has a back. */
function drawingOf(file: string, files: readonly string[]): string[] {
  const [, name] = /^(.+)-front\.svg$/.exec(file) ?? [];
  return name !== undefined && files.includes(`${name}-back.svg`) ? [name] : [];
}

/** Returns the content files whose ids `collectIds` has omitted, because the files cannot be read or are invalid. */
export function brokenFiles(ids: ReferenceIds): string[] {
  const broken = Object.entries(idSources).filter(([kind]) => !ids.has(kind as ReferenceKind));
  return [...new Set(broken.map(([, { file }]) => file))];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined; // `brokenFiles` reports the file; the build reports the reason.
  }
}
