/** What references may name in, the text of every file of the schemas folder out. */
import { jsonKindNames } from '../../build/content/schemas/kinds.ts';
import type { ReferenceIds } from './collect-ids.ts';
import { renderGuide } from './guide.ts';
import { toJsonSchema } from './json-schema.ts';
import { schemaPath, schemasFolder } from './paths.ts';

/** Makes all files by path below the content folder; the same content gives the same text. */
export function toSchemaFiles(ids: ReferenceIds): ReadonlyMap<string, string> {
  return new Map([
    [`${schemasFolder}/README.md`, renderGuide()],
    ...jsonKindNames.map((kind): [string, string] => [
      schemaPath(kind),
      `${JSON.stringify(toJsonSchema(kind, ids), undefined, 2)}\n`,
    ]),
  ]);
}
