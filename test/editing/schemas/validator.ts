/** Validates content as an editor does: by the JSON Schemas, and by nothing else. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import fastGlob from 'fast-glob';
import { type JsonKind, jsonKindNames, jsonKinds } from '../../../build/content/schemas/kinds.ts';
import { planSchemas } from '../../../editing/schemas/content-folder.ts';
import { schemaPath } from '../../../editing/schemas/schema-files.ts';

export type JsonObject = Record<string, unknown>;

/** Keywords that editors know beside those of JSON Schema. */
const ofEditors = ['patternErrorMessage', 'defaultSnippets'];

/** Compiles a draft-07 JSON Schema; throws for a keyword that is misspelt or makes no sense. */
export function compileSchema(schema: object): ValidateFunction {
  return new Ajv({ strict: true, allErrors: true }).addVocabulary(ofEditors).compile(schema);
}

/** The JSON Schemas that a content folder should have, by kind. */
export async function schemasOf(folder: string): Promise<ReadonlyMap<JsonKind, JsonObject>> {
  const { files } = await planSchemas(folder);
  return new Map(
    jsonKindNames.map((kind) => [kind, JSON.parse(files.get(schemaPath(kind)) ?? '')]),
  );
}

/** Every JSON file of the content of a folder: its kind, its path and what it holds. */
export async function jsonFilesOf(
  folder: string,
): Promise<{ readonly kind: JsonKind; readonly file: string; readonly json: JsonObject }[]> {
  const found = jsonKindNames.map(async (kind) => {
    const files = await fastGlob(jsonKinds[kind].files, { cwd: folder });
    return Promise.all(
      files.sort().map(async (file) => ({
        kind,
        file,
        json: JSON.parse(await readFile(join(folder, file), 'utf8')) as JsonObject,
      })),
    );
  });
  return (await Promise.all(found)).flat();
}
