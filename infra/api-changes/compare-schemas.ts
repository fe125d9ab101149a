/**
 * Compares an old and a new JSON Schema for a client that was written for the old one. The new schema of a request must
 * accept every value that the old one accepts; the new schema of a response must not allow values that the old one does
 * not allow.
 */

/** A JSON object, such as an OpenAPI document or a part of it. */
export type Json = Readonly<Record<string, unknown>>;

/** A JSON Schema, and the OpenAPI document into which the references of the schema point. */
export interface SchemaOf {
  readonly document: Json;
  readonly schema: unknown;
}

/** Returns the value at a path of member names within a JSON value, or undefined if a member is missing. */
export function valueAt(json: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Json)[name]
        : undefined,
    json,
  );
}

/**
 * Follows the `$ref` of a JSON object, such as `#/components/schemas/Product`, within the document, and returns its
 * target. Returns the object itself if it has no `$ref`, and an empty object for undefined. Throws an `Error` if the
 * target is missing.
 */
export function resolve(document: Json, json: unknown): Json {
  const ref = valueAt(json, '$ref');
  if (typeof ref !== 'string') return (json ?? {}) as Json;
  const names = ref.replace(/^#\//, '').split('/');
  const target = valueAt(document, ...names);
  if (target === undefined) throw new Error(`the OpenAPI document has no ${ref}`);
  return resolve(document, target);
}

/**
 * Returns the schema that `schema` refers to, or `schema` itself if it is not a reference. If the schema has
 * alternatives (`anyOf` or `oneOf`), the result has them in `anyOf`, with their references resolved. Throws an `Error`
 * if the target of a reference is missing.
 */
function resolveSchema({ document, schema }: SchemaOf): Json {
  const target = resolve(document, schema);
  const alternatives = (target['anyOf'] ?? target['oneOf']) as unknown[] | undefined;
  if (alternatives === undefined) return target;
  return {
    ...target,
    anyOf: alternatives.map((each) => resolveSchema({ document, schema: each })),
  };
}

/**
 * Compares the types, enumerations, limits and alternatives of two request schemas. Returns one sentence for each
 * difference by which the new schema refuses values that the old one accepts. A sentence begins with `place`, the name
 * of the value, such as `parameter locale (query)`.
 */
export function compareRequests(old: SchemaOf, next: SchemaOf, place: string): string[] {
  const was = resolveSchema(old);
  const is = resolveSchema(next);
  const changes = [
    ...compareValues({ was, is }, 'request', place),
    ...compareLimits(was, is, place),
    ...compareAlternatives(is, was, (wide, narrow) =>
      compareRequests({ ...old, schema: narrow }, { ...next, schema: wide }, place),
    ),
  ];
  return [...new Set(changes)];
}

/**
 * Returns one sentence for each change in a new response schema that breaks clients of the old one, such as a new value
 * or a removed member. A sentence begins with `place`, the position in the response, such as `200.colors[].name`.
 * Callers omit `above`. The function passes it to itself for the schemas within `old` and `next`: it lists the pairs of
 * schemas (old and new, as JSON text) that contain them. A pair that is in `above` is not compared again, so that the
 * comparison of a schema that contains itself ends.
 */
export function compareResponses(
  old: SchemaOf,
  next: SchemaOf,
  place: string,
  above: readonly string[] = [],
): string[] {
  const was = resolveSchema(old);
  const is = resolveSchema(next);
  const pair = JSON.stringify([was, is]);
  if (above.includes(pair)) return [];
  const inner = [...above, pair];
  return [
    ...compareValues({ was, is }, 'response', place),
    ...compareMembers({ ...old, schema: was }, { ...next, schema: is }, place, inner),
    ...compareParts({ ...old, schema: was }, { ...next, schema: is }, place, inner),
    ...compareAlternatives(was, is, (wide, narrow) =>
      compareResponses({ ...old, schema: wide }, { ...next, schema: narrow }, place, inner),
    ),
  ];
}

/**
 * Compares the types and the listed values (`enum`, `const`) of an old schema (`was`) and a new one (`is`). A new
 * request schema must accept all old types and values; a new response schema may allow only old ones. Returns one
 * sentence if the new schema breaks this rule, otherwise an empty list.
 */
function compareValues(
  { was, is }: { readonly was: Json; readonly is: Json },
  direction: 'request' | 'response',
  place: string,
): string[] {
  const [wide, narrow] = direction === 'request' ? [is, was] : [was, is];
  if (missingFrom(typesOf(wide), typesOf(narrow)).length > 0) {
    return [`${place} changed its type from ${listTypes(was)} to ${listTypes(is)}`];
  }
  const accepted = valuesOf(is);
  if (direction === 'request' && accepted !== undefined && valuesOf(was) === undefined) {
    return [`${place} now accepts only ${accepted.join(', ')}`];
  }
  const values = missingFrom(valuesOf(wide), valuesOf(narrow));
  if (values.length === 0) return [];
  const verb = direction === 'request' ? 'no longer accepts' : 'may now be';
  return [`${place} ${verb} ${values.join(', ')}`];
}

function listTypes(schema: Json): string {
  return typesOf(schema)?.join(' or ') ?? 'anything';
}

/**
 * Returns the elements of `narrow` that are not in `wide`. An undefined list stands for all values: if `wide` is
 * undefined, nothing is missing; if only `narrow` is undefined, the result is `['anything']`.
 */
function missingFrom(
  wide: readonly string[] | undefined,
  narrow: readonly string[] | undefined,
): string[] {
  if (wide === undefined) return [];
  if (narrow === undefined) return ['anything'];
  return narrow.filter((each) => !wide.includes(each));
}

/**
 * Returns the names of the types that a schema or its alternatives allow, or undefined if all types are allowed. A
 * schema with `number` also allows `integer`.
 */
function typesOf(schema: Json): string[] | undefined {
  const alternatives = schema['anyOf'] as Json[] | undefined;
  if (alternatives !== undefined) return joinAll(alternatives.map(typesOf));
  if (schema['type'] === undefined) return undefined;
  const types = [schema['type']].flat() as string[];
  return types.includes('number') ? [...types, 'integer'] : types;
}

/**
 * Returns the values that a schema or its alternatives list in `enum` or `const`, each as JSON text. Returns undefined
 * if other values are allowed too.
 */
function valuesOf(schema: Json): string[] | undefined {
  const alternatives = schema['anyOf'] as Json[] | undefined;
  if (alternatives !== undefined) return joinAll(alternatives.map(valuesOf));
  const values = Object.hasOwn(schema, 'const') ? [schema['const']] : schema['enum'];
  return (values as unknown[] | undefined)?.map((value) => JSON.stringify(value));
}

/**
 * Returns the union of the lists, or undefined if one of them is undefined: an undefined list stands for all values.
 */
function joinAll(lists: readonly (readonly string[] | undefined)[]): string[] | undefined {
  return lists.includes(undefined) ? undefined : [...new Set(lists.flatMap((list) => list ?? []))];
}

/**
 * Compares two schemas of which at least one has alternatives (`anyOf`); `wide` must allow every value that `narrow`
 * allows. Compares each alternative of `narrow` with the most similar alternative of `wide`, and returns the sentences
 * of `compare` for these pairs. The most similar one, among those with a common type, is the one with the fewest
 * sentences. A schema without `anyOf` counts as one alternative. Returns no sentences about listed values and missing
 * types, which `compareValues` reports.
 */
function compareAlternatives(
  wide: Json,
  narrow: Json,
  compare: (wide: Json, narrow: Json) => string[],
): string[] {
  if (wide['anyOf'] === undefined && narrow['anyOf'] === undefined) return [];
  if (valuesOf(wide) !== undefined && valuesOf(narrow) !== undefined) return [];
  const alternativesOf = (schema: Json) => (schema['anyOf'] ?? [schema]) as Json[];
  const shareType = (one: Json, other: Json) => {
    const types = typesOf(other);
    return types === undefined || (typesOf(one)?.some((type) => types.includes(type)) ?? true);
  };
  return alternativesOf(narrow).flatMap((each) => {
    const pairs = alternativesOf(wide).filter((other) => shareType(other, each));
    const [nearest = []] = pairs
      .map((other) => compare(other, each))
      .sort((a, b) => a.length - b.length);
    return nearest;
  });
}

const lowerLimits = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];
const upperLimits = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];

/**
 * Returns one sentence for each limit of a request value, such as `maximum` or `minLength`, that is narrower in the new
 * schema. A pattern or format counts as narrower if it is new or has changed.
 */
function compareLimits(was: Json, is: Json, place: string): string[] {
  const tighter = (name: string, isTighter: (now: number, before: number) => boolean) => {
    const now = is[name] as number | undefined;
    const before = was[name] as number | undefined;
    return now !== undefined && (before === undefined || isTighter(now, before));
  };
  const limits = [
    ...lowerLimits.filter((name) => tighter(name, (now, before) => now > before)),
    ...upperLimits.filter((name) => tighter(name, (now, before) => now < before)),
    ...['pattern', 'format'].filter((name) => is[name] !== undefined && is[name] !== was[name]),
  ];
  return limits.map((name) => `${place} has a narrower ${name}`);
}

function compareMembers(old: SchemaOf, next: SchemaOf, place: string, above: readonly string[]) {
  const was = old.schema as Json;
  const is = next.schema as Json;
  const before = (was['properties'] ?? {}) as Json;
  const after = (is['properties'] ?? {}) as Json;
  const required = new Set((is['required'] ?? []) as string[]);
  const wasRequired = new Set((was['required'] ?? []) as string[]);
  return Object.keys(before).flatMap((name) => {
    const inner = `${place}.${name}`;
    if (after[name] === undefined) return [`${inner} is removed`];
    const changes = compareResponses(
      { ...old, schema: before[name] },
      { ...next, schema: after[name] },
      inner,
      above,
    );
    return wasRequired.has(name) && !required.has(name)
      ? [`${inner} is now optional`, ...changes]
      : changes;
  });
}

/**
 * Compares the schemas of array elements (`items`) and of map values (`additionalProperties`) in two response schemas.
 * Returns the sentences of `compareResponses`. Returns one sentence if the old schema restricts the elements or values
 * and the new one allows any.
 */
function compareParts(old: SchemaOf, next: SchemaOf, place: string, above: readonly string[]) {
  const was = old.schema as Json;
  const is = next.schema as Json;
  const compare = (keyword: string, type: string, inner: string) => {
    const before = was[keyword];
    const after = is[keyword] ?? true;
    if (!isSchema(before)) return [];
    if (isSchema(after)) {
      return compareResponses({ ...old, schema: before }, { ...next, schema: after }, inner, above);
    }
    const isOpen = after === true && [is['type']].flat().includes(type);
    const from = { was: resolveSchema({ ...old, schema: before }), is: {} };
    return isOpen ? compareValues(from, 'response', inner) : [];
  };
  return [
    ...compare('items', 'array', `${place}[]`),
    ...compare('additionalProperties', 'object', `${place}.*`),
  ];
}

function isSchema(json: unknown): json is Json {
  return typeof json === 'object' && json !== null;
}
