/**
 * Compares two JSON Schemas from a client's point of view. In a request the new one must take whatever
 * the old one took; in an answer it must give nothing that the old one did not give.
 */
import { type Document, type Json, resolve } from './document.ts';

export interface SchemaOf {
  readonly document: Document;
  readonly schema: unknown;
}

/** What was taken and is not any more, each as a sentence that begins with the place. */
export function compareRequests(old: SchemaOf, next: SchemaOf, place: string): string[] {
  const was = resolve(old.document, old.schema);
  const is = resolve(next.document, next.schema);
  // What the new schema allows is the wider set here, so that the sides change places.
  return [...compareValues(is, was, place), ...compareLimits(was, is, place)];
}

/** What is answered now and was not before, or is missing; each as a sentence that begins with the place. */
export function compareAnswers(
  old: SchemaOf,
  next: SchemaOf,
  place: string,
  above: readonly string[] = [],
): string[] {
  const was = resolve(old.document, old.schema);
  const is = resolve(next.document, next.schema);
  // A schema that holds itself is compared once.
  const pair = JSON.stringify([was, is]);
  if (above.includes(pair)) return [];
  const inner = [...above, pair];
  return [
    ...compareValues(was, is, place),
    ...compareMembers({ ...old, schema: was }, { ...next, schema: is }, place, inner),
    ...compareParts({ ...old, schema: was }, { ...next, schema: is }, place, inner),
  ];
}

/** Values of `narrow` that `wide` does not hold, by type and by enumeration. */
function compareValues(wide: Json, narrow: Json, place: string): string[] {
  const types = missing(typesOf(wide), typesOf(narrow));
  if (types.length > 0) return [`${place} changed its type: ${list(narrow)} beside ${list(wide)}`];
  const values = missing(valuesOf(wide), valuesOf(narrow));
  return values.length > 0 ? [`${place} changed its values: ${values.join(', ')}`] : [];
}

function list(schema: Json): string {
  return typesOf(schema)?.join(' or ') ?? 'anything';
}

/** What the second set has and the first has not; undefined is the set of everything. */
function missing(
  wide: readonly string[] | undefined,
  narrow: readonly string[] | undefined,
): string[] {
  if (wide === undefined) return [];
  if (narrow === undefined) return ['anything'];
  return narrow.filter((each) => !wide.includes(each));
}

/** Names of types; a number holds the integers. */
function typesOf(schema: Json): string[] | undefined {
  const alternatives = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (alternatives !== undefined) {
    const each = alternatives.map(typesOf);
    return each.some((types) => types === undefined)
      ? undefined
      : [...new Set(each.flatMap((t) => t ?? []))];
  }
  if (schema['type'] === undefined) return undefined;
  const types = [schema['type']].flat() as string[];
  return types.includes('number') ? [...types, 'integer'] : types;
}

function valuesOf(schema: Json): string[] | undefined {
  const values = Object.hasOwn(schema, 'const') ? [schema['const']] : schema['enum'];
  return (values as unknown[] | undefined)?.map((value) => JSON.stringify(value));
}

const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const;
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const;

/** Limits that a request meets now and did not before. Patterns are not reasoned about: another is narrower. */
function compareLimits(was: Json, is: Json, place: string): string[] {
  const tighter = (name: string, isTighter: (now: number, before: number) => boolean) => {
    const now = is[name] as number | undefined;
    const before = was[name] as number | undefined;
    return now !== undefined && (before === undefined || isTighter(now, before));
  };
  const limits = [
    ...lower.filter((name) => tighter(name, (now, before) => now > before)),
    ...upper.filter((name) => tighter(name, (now, before) => now < before)),
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
    if (after[name] === undefined) return [`${inner} is gone`];
    const changes = compareAnswers(
      { ...old, schema: before[name] },
      { ...next, schema: after[name] },
      inner,
      above,
    );
    return wasRequired.has(name) && !required.has(name)
      ? [`${inner} may be missing now`, ...changes]
      : changes;
  });
}

/** Elements of arrays, values of maps, and alternatives one by one. */
function compareParts(old: SchemaOf, next: SchemaOf, place: string, above: readonly string[]) {
  const was = old.schema as Json;
  const is = next.schema as Json;
  const parts = [
    ['items', `${place}[]`],
    ['additionalProperties', `${place}.*`],
  ] as const;
  const changes = parts.flatMap(([name, inner]) =>
    isSchema(was[name]) && isSchema(is[name])
      ? compareAnswers({ ...old, schema: was[name] }, { ...next, schema: is[name] }, inner, above)
      : [],
  );
  const alternatives = (schema: Json) => (schema['anyOf'] ?? schema['oneOf'] ?? []) as unknown[];
  const pairs = alternatives(was).flatMap((each, index) => {
    const other = alternatives(is)[index];
    return other === undefined
      ? []
      : compareAnswers({ ...old, schema: each }, { ...next, schema: other }, place, above);
  });
  return [...changes, ...pairs];
}

function isSchema(json: unknown): json is Json {
  return typeof json === 'object' && json !== null;
}
