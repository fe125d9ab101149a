/** Where JSON Schemas stand in a content folder, and how files refer to theirs. */
import { type JsonKind, jsonKinds } from '../../build/content/schemas/kinds.ts';

/** The folder below the content folder that is written by `npm run schemas` and by nobody else. */
export const schemasFolder = 'schemas';

/** Path of the JSON Schema of a kind, below the content folder. */
export function schemaPath(kind: JsonKind): string {
  return `${schemasFolder}/${kind}.schema.json`;
}

/** The `$schema` of a file of a kind: the path of its JSON Schema as seen from the file. */
export function schemaReference(kind: JsonKind): string {
  const depth = jsonKinds[kind].files.split('/').length - 1;
  return `${depth === 0 ? './' : '../'.repeat(depth)}${schemaPath(kind)}`;
}
