/**
 * Finds the changes between an old and a new OpenAPI document that break clients of the old API (spec, "Versioning" 2
 * and 3). New members, optional parameters, routes and statuses break no clients.
 */
import {
  compareRequests,
  compareResponses,
  type Json,
  resolve,
  valueAt,
} from './compare-schemas.ts';

/**
 * Compares two OpenAPI documents. Returns one sentence for each change of a route below `/v1/` that breaks clients of
 * the old API, such as `GET /v1/products: parameter locale (query) is removed`.
 */
export function breakingChanges(old: Json, next: Json): string[] {
  const before = valueAt(old, 'paths') as Json;
  const after = valueAt(next, 'paths') as Json;
  return Object.keys(before)
    .filter((path) => path.startsWith('/v1/'))
    .flatMap((path) =>
      Object.keys(before[path] as Json).flatMap((method) => {
        const place = `${method.toUpperCase()} ${path}`;
        const operation = valueAt(after, path, method) as Json | undefined;
        if (operation === undefined) return [`${place}: is removed`];
        return compareOperations(
          { document: old, operation: valueAt(before, path, method) as Json },
          { document: next, operation },
        ).map((change) => `${place}: ${change}`);
      }),
    );
}

/** An operation of the old or of the new API, with the OpenAPI document into which its references point. */
interface DocumentedOperation {
  readonly document: Json;
  readonly operation: Json;
}

function compareOperations(old: DocumentedOperation, next: DocumentedOperation): string[] {
  return [
    ...compareSecurity(old.operation, next.operation),
    ...compareParameters(old, next),
    ...compareStatuses(old, next),
  ];
}

/**
 * Compares the API keys (security schemes) that two operations accept. Returns one sentence for each combination of
 * keys that only the old operation accepts, such as `no longer accepts accountKey`. A request without a key is the
 * empty combination; its sentence is `now requires a key`.
 */
function compareSecurity(old: Json, next: Json): string[] {
  const schemesOf = (operation: Json) =>
    ((operation['security'] ?? [{}]) as Json[]).map((one) => Object.keys(one).sort().join(' and '));
  const after = new Set(schemesOf(next));
  return schemesOf(old)
    .filter((schemes) => !after.has(schemes))
    .map((schemes) => (schemes === '' ? 'now requires a key' : `no longer accepts ${schemes}`));
}

function compareParameters(old: DocumentedOperation, next: DocumentedOperation): string[] {
  const before = parametersOf(old);
  const after = parametersOf(next);
  const changes = [...before].flatMap(([name, was]) => {
    const is = after.get(name);
    if (is === undefined) return [`parameter ${name} is removed`];
    const required =
      is['required'] && !was['required'] ? [`parameter ${name} is now required`] : [];
    const from = { document: old.document, schema: was['schema'] };
    const to = { document: next.document, schema: is['schema'] };
    return [...required, ...compareRequests(from, to, `parameter ${name}`)];
  });
  const added = [...after].flatMap(([name, is]) =>
    is['required'] && !before.has(name) ? [`parameter ${name} is new and required`] : [],
  );
  return [...changes, ...added];
}

function parametersOf({ document, operation }: DocumentedOperation): Map<string, Json> {
  const parameters = ((operation['parameters'] ?? []) as Json[]).map((one) =>
    resolve(document, one),
  );
  return new Map(parameters.map((one) => [`${one['name']} (${one['in']})`, one]));
}

function compareStatuses(old: DocumentedOperation, next: DocumentedOperation): string[] {
  const before = (old.operation['responses'] ?? {}) as Json;
  const after = (next.operation['responses'] ?? {}) as Json;
  return Object.keys(before).flatMap((status) => {
    if (after[status] === undefined) {
      // A client does not depend on an error that no longer occurs.
      return status.startsWith('2') ? [`status ${status} is removed`] : [];
    }
    const was = resolve(old.document, before[status]);
    const is = resolve(next.document, after[status]);
    const headers = Object.keys((was['headers'] ?? {}) as Json)
      .filter((name) => valueAt(is, 'headers', name) === undefined)
      .map((name) => `${status} no longer has the header ${name}`);
    const bodies = Object.keys((was['content'] ?? {}) as Json).flatMap((type) => {
      const body = valueAt(is, 'content', type) as Json | undefined;
      if (body === undefined) return [`${status} is no longer ${type}`];
      const from = { document: old.document, schema: valueAt(was, 'content', type, 'schema') };
      const to = { document: next.document, schema: body['schema'] };
      return compareResponses(from, to, status);
    });
    return [...headers, ...bodies];
  });
}
