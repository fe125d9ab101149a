/** Reads the notation of fields in `checks/fields.ts`, which is that of types in TypeScript. */
import { z } from 'zod';

const simpleTypes: Readonly<Record<string, z.ZodType>> = {
  string: z.string(),
  number: z.number(),
  boolean: z.boolean(),
  object: z.object({}),
  uri: z.string().refine((text) => URL.canParse(text), 'is not a URI'),
  hex: z.string().regex(/^#?[0-9a-f]{3,8}$/i),
};

/**
 * Returns the name and the schema of a field such as `images?: {url: uri, alt: string}[]`; further members are allowed.
 * Throws if a type is unknown.
 */
export function parseField(text: string): { readonly name: string; readonly schema: z.ZodType } {
  const [, name = '', mark, type = ''] = /^ *(\w+)(\?)?: (.+)$/.exec(text) ?? [];
  const schema = parseType(type);
  return { name, schema: mark === undefined ? schema : schema.optional() };
}

function parseType(type: string): z.ZodType {
  if (type.endsWith('[]')) return z.array(parseType(type.slice(0, -2)));
  if (type.endsWith('|null')) return parseType(type.slice(0, -'|null'.length)).nullable();
  if (type.startsWith('{')) {
    // Splits at the commas outside of inner braces.
    const members = type.slice(1, -1).match(/(?:[^,{}]|\{[^{}]*\})+/g) ?? [];
    const fields = members.map(parseField).map(({ name, schema }) => [name, schema]);
    return z.object(Object.fromEntries(fields) as Record<string, z.ZodType>);
  }
  const schema = simpleTypes[type];
  if (schema === undefined) throw new Error(`unknown type ${type}`);
  return schema;
}
