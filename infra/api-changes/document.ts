/** Walking an OpenAPI document: members by name, references by address. */

export type Json = Readonly<Record<string, unknown>>;
export type Document = Json;

/** The value that names lead to, or undefined where one of them is not there. */
export function at(json: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Json)[name]
        : undefined,
    json,
  );
}

/** The object itself, or the one that its `$ref` points at; throws for one that points nowhere. */
export function resolve(document: Document, json: unknown): Json {
  const ref = at(json, '$ref');
  if (typeof ref !== 'string') return (json ?? {}) as Json;
  const names = ref.replace(/^#\//, '').split('/');
  const target = at(document, ...names);
  if (target === undefined) throw new Error(`the OpenAPI document has no ${ref}`);
  return resolve(document, target);
}
