/**
 * Compares two JSON Schemas for a client of the old one: the new schema of a request must accept every value that the
 * old one accepts; that of a response must allow no further value.
 */

/** A JSON object, such as an OpenAPI document or a JSON Schema, whose members are read as objects too. */
export interface Json {
  readonly [member: string]: Json;
}

/**
 * Returns one sentence for each change of a schema that breaks clients, such as a removed member of a response. A
 * sentence begins with `place`, such as `200.colors[].name`.
 */
export function compareSchemas(
  was: Json,
  is: Json,
  direction: 'request' | 'response',
  place: string,
): string[] {
  const isRequest = direction === 'request';
  const [wide, narrow] = isRequest ? [is, was] : [was, is];
  const changes = alternativesOf(narrow).flatMap((each) => {
    // Of the alternatives that may be meant, the one with the fewest changes.
    const [nearest] = alternativesOf(wide)
      .filter((other) => covers(other, each))
      .map((other) =>
        isRequest ? compareLimits(each, other, place) : compareParts(other, each, place),
      )
      .sort((one, other) => one.length - other.length);
    return nearest ?? [`${place} ${isRequest ? 'no longer accepts' : 'may now be'} ${name(each)}`];
  });
  return [...new Set(changes)];
}

/** Splits a schema into alternatives, each of one value (`const`), of one type, or of any value. */
function alternativesOf(schema: Json): readonly Json[] {
  const { anyOf = schema['oneOf'], enum: values, type } = schema as Record<string, unknown>;
  if (Array.isArray(anyOf)) return anyOf.flatMap(alternativesOf);
  if (Array.isArray(values)) return values.map((value) => ({ const: value }));
  if (Array.isArray(type)) return type.map((each) => ({ ...schema, type: each }));
  return [schema];
}

/** Returns true if `wide` allows the value or the type of `narrow`, whatever their limits and parts. */
function covers(wide: Json, narrow: Json): boolean {
  if ('const' in wide) return 'const' in narrow && name(wide) === name(narrow);
  const [type, other] = [typeOf(wide), typeOf(narrow)];
  return type === undefined || type === other || (type === 'number' && other === 'integer');
}

function typeOf(schema: Json): unknown {
  if (!('const' in schema)) return schema['type'];
  const value = schema['const'] as unknown;
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function name(schema: Json): string {
  return 'const' in schema ? JSON.stringify(schema['const']) : String(schema['type'] ?? 'anything');
}

const lowerLimits = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];
const upperLimits = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];

/** Returns one sentence for each limit of a request value that is narrower, or a pattern or format that has changed. */
function compareLimits(was: Json, is: Json, place: string): string[] {
  const [before, now] = [was, is] as unknown as [Record<string, number>, Record<string, number>];
  const limits = [
    ...lowerLimits.filter((limit) => (now[limit] ?? -Infinity) > (before[limit] ?? -Infinity)),
    ...upperLimits.filter((limit) => (now[limit] ?? Infinity) < (before[limit] ?? Infinity)),
    ...['pattern', 'format'].filter((each) => is[each] !== undefined && is[each] !== was[each]),
  ];
  return limits.map((limit) => `${place} has a narrower ${limit}`);
}

/** Compares the members of two objects, the elements of two arrays and the values of two maps in a response. */
function compareParts(was: Json, is: Json, place: string): string[] {
  const members = Object.entries(was['properties'] ?? {}).flatMap(([member, before]) => {
    const after = is['properties']?.[member];
    const inner = `${place}.${member}`;
    if (after === undefined) return [`${inner} is removed`];
    const isOptional = requires(was, member) && !requires(is, member);
    const changes = compareSchemas(before, after, 'response', inner);
    return isOptional ? [`${inner} is now optional`, ...changes] : changes;
  });
  return [
    ...members,
    ...compareValues(was['items'], is['items'], `${place}[]`),
    ...compareValues(was['additionalProperties'], is['additionalProperties'], `${place}.*`),
  ];
}

/** Compares `items` or `additionalProperties`, which may be missing or boolean: `false` allows none, others any. */
function compareValues(was: unknown, is: unknown, place: string): string[] {
  if (typeof was !== 'object' || is === false) return [];
  const after = typeof is === 'object' ? is : {};
  return compareSchemas(was as Json, after as Json, 'response', place);
}

function requires(schema: Json, member: string): boolean {
  return ((schema['required'] as unknown as string[] | undefined) ?? []).includes(member);
}
