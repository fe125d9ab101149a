/** Validates content as an editor does: with the JSON Schemas alone. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import fastGlob from 'fast-glob';
import { type JsonKind, jsonKindNames, jsonKinds } from '../../build/content/schemas/kinds.ts';
import { planSchemas } from '../../editing/schemas/content-folder.ts';
import { schemaPath } from '../../editing/schemas/schema-files.ts';

/** The members of a JSON object. */
export type JsonObject = Record<string, unknown>;

/** Keywords in the JSON Schemas that only editors such as Visual Studio Code define. */
const ofEditors = ['patternErrorMessage', 'defaultSnippets'];

/** Compiles a draft-07 JSON Schema; throws for an unknown or invalid keyword. */
export function compileSchema(schema: object): ValidateFunction {
  return new Ajv({ strict: true, allErrors: true }).addVocabulary(ofEditors).compile(schema);
}

/**
 * Makes the JSON Schemas for a content folder, as `npm run generate` writes them: kind of JSON
 * file → its schema.
 */
export async function schemasOf(folder: string): Promise<ReadonlyMap<JsonKind, JsonObject>> {
  const { files } = await planSchemas(folder);
  return new Map(
    jsonKindNames.map((kind) => [kind, JSON.parse(files.get(schemaPath(kind)) ?? '')]),
  );
}

/** Returns every JSON file of a content folder with its kind and content. */
export async function jsonFilesOf(
  folder: string,
): Promise<{ readonly kind: JsonKind; readonly file: string; readonly json: JsonObject }[]> {
  const found = jsonKindNames.map(async (kind) => {
    const files = await fastGlob(jsonKinds[kind].path, { cwd: folder });
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
