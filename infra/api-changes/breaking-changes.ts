/**
 * Finds the changes between an old and a new OpenAPI document that break clients of the old API (specification,
 * "Versioning"). New members, optional parameters, routes and statuses break no clients.
 */
import { compareSchemas, type Json } from './compare-schemas.ts';

/**
 * Compares two OpenAPI documents. Returns one sentence for each change of a route below `/v1/` that breaks clients of
 * the old API, such as `GET /v1/products: parameter locale (query) is removed`.
 */
export function breakingChanges(old: unknown, next: unknown): string[] {
  const [before, after] = [pathsOf(old), pathsOf(next)];
  return Object.entries(before)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, was]) => {
        const is = after[path]?.[method];
        const changes = is === undefined ? ['is removed'] : compareOperations(was, is);
        return changes.map((change) => `${method.toUpperCase()} ${path}: ${change}`);
      }),
    );
}

function pathsOf(document: unknown): Json {
  const { paths } = document as { readonly paths: unknown };
  return inline(paths, document as Json) as Json;
}

/** Returns a part of a document in which each `$ref` is replaced by the part of the document that it names. */
function inline(json: unknown, document: Json): unknown {
  if (Array.isArray(json)) return json.map((each) => inline(each, document));
  if (typeof json !== 'object' || json === null) return json;
  if ('$ref' in json) {
    const names = String(json.$ref).replace('#/', '').split('/');
    const target = names.reduce<Json | undefined>((part, name) => part?.[name], document);
    if (target === undefined) throw new Error(`the OpenAPI document has no ${json.$ref}`);
    return inline(target, document);
  }
  const members = Object.entries(json).map(([name, value]) => [name, inline(value, document)]);
  return Object.fromEntries(members);
}

function compareOperations(was: Json, is: Json): string[] {
  return [...compareSecurity(was, is), ...compareParameters(was, is), ...compareStatuses(was, is)];
}

/** Returns a sentence for each combination of keys that is no longer accepted; a request may also have no key. */
function compareSecurity(was: Json, is: Json): string[] {
  const schemesOf = ({ security }: Json) =>
    ((security as unknown as Json[] | undefined) ?? [{}]).map((each) =>
      Object.keys(each).sort().join(' and '),
    );
  return schemesOf(was)
    .filter((schemes) => !schemesOf(is).includes(schemes))
    .map((schemes) => (schemes === '' ? 'now requires a key' : `no longer accepts ${schemes}`));
}

function compareParameters(was: Json, is: Json): string[] {
  const [before, after] = [parametersOf(was), parametersOf(is)];
  const changes = [...before].flatMap(([name, old]) => {
    const next = after.get(name);
    if (next === undefined) return [`parameter ${name} is removed`];
    return [
      ...(next['required'] && !old['required'] ? [`parameter ${name} is now required`] : []),
      ...compareSchemas(old['schema'] ?? {}, next['schema'] ?? {}, 'request', `parameter ${name}`),
    ];
  });
  const added = [...after].filter(([name, next]) => next['required'] && !before.has(name));
  return [...changes, ...added.map(([name]) => `parameter ${name} is new and required`)];
}

function parametersOf({ parameters }: Json): ReadonlyMap<string, Json> {
  const list = (parameters as unknown as Json[] | undefined) ?? [];
  return new Map(list.map((each) => [`${each['name']} (${each['in']})`, each]));
}

function compareStatuses(was: Json, is: Json): string[] {
  return Object.entries(was['responses'] ?? {}).flatMap(([status, old]) => {
    const next = is['responses']?.[status];
    if (next === undefined) {
      // A client does not depend on an error that no longer occurs.
      return status.startsWith('2') ? [`status ${status} is removed`] : [];
    }
    const headers = Object.keys(old['headers'] ?? {})
      .filter((name) => next['headers']?.[name] === undefined)
      .map((name) => `${status} no longer has the header ${name}`);
    const bodies = Object.entries(old['content'] ?? {}).flatMap(([type, { schema = {} }]) => {
      const body = next['content']?.[type];
      if (body === undefined) return [`${status} is no longer ${type}`];
      return compareSchemas(schema, body['schema'] ?? {}, 'response', status);
    });
    // Generated clients return one type per status; another media type changes it.
    const types = Object.keys(old['content'] ?? {});
    const others = Object.keys(next['content'] ?? {}).filter((type) => !types.includes(type));
    const added = types.length === 0 ? [] : others.map((type) => `${status} may now be ${type}`);
    return [...headers, ...bodies, ...added];
  });
}
