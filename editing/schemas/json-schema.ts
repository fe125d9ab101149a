/** One kind of content file in, its draft-07 JSON Schema with what references may name out. */
import { z } from 'zod';
import { type JsonKind, jsonKinds } from '../../build/content/schemas/kinds.ts';
import { referredKind } from '../../build/content/schemas/references.ts';
import type { ReferenceIds } from './collect-ids.ts';
import { schemaReference } from './paths.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Makes the JSON Schema of a kind from its definition. */
export function toJsonSchema(kind: JsonKind, ids: ReferenceIds): JsonSchema {
  return z.toJSONSchema(jsonKinds[kind].schema, {
    target: 'draft-07',
    io: 'input',
    override({ zodSchema, jsonSchema, path }) {
      const referred = referredKind(zodSchema);
      const known = referred === undefined ? undefined : ids.get(referred);
      // An empty enum is none: JSON Schema wants one item at least, and the build refuses the rest.
      if (referred !== undefined && known?.length)
        listIds(jsonSchema, referred === 'assets', known);
      if (path.join('.') === 'properties.$schema') jsonSchema.examples = [schemaReference(kind)];
    },
  });
}

/** Puts ids in place of the pattern of a reference; pictures may have an address instead. */
function listIds(schema: JsonSchema, orAddress: boolean, ids: readonly string[]): void {
  delete schema.pattern;
  delete schema['patternErrorMessage'];
  if (orAddress) schema.anyOf = [{ enum: [...ids] }, { pattern: '^https://\\S+$' }];
  else schema.enum = [...ids];
}
