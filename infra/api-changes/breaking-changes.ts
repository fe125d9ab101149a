/**
 * What a new OpenAPI document breaks for a client of the old one (spec, "Versioning" 2 and 3). A client
 * may send what it could send before, and understands of an answer what was there before; members,
 * parameters, routes and statuses that are added break nobody.
 */
import { compareAnswers, compareRequests } from './compare-schemas.ts';
import { at, type Document, type Json, resolve } from './document.ts';

/** Every breaking change of a path that begins with `/v1/`, as one sentence with its place. */
export function breakingChanges(old: Document, next: Document): string[] {
  const before = at(old, 'paths') as Json;
  const after = at(next, 'paths') as Json;
  return Object.keys(before)
    .filter((path) => path.startsWith('/v1/'))
    .flatMap((path) =>
      Object.keys(at(before, path) as Json).flatMap((method) => {
        const place = `${method.toUpperCase()} ${path}`;
        const operation = at(after, path, method) as Json | undefined;
        if (operation === undefined) return [`${place}: is gone`];
        const wasOperation = at(before, path, method) as Json;
        return compareOperations(
          { document: old, json: wasOperation },
          { document: next, json: operation },
        ).map((change) => `${place}: ${change}`);
      }),
    );
}

interface Side {
  readonly document: Document;
  readonly json: Json;
}

function compareOperations(old: Side, next: Side): string[] {
  return [
    ...compareSecurity(old.json, next.json),
    ...compareParameters(old, next),
    ...compareResponses(old, next),
  ];
}

/** Each way in that there was must be there still. */
function compareSecurity(old: Json, next: Json): string[] {
  const waysOf = (operation: Json) =>
    ((operation['security'] ?? [{}]) as Json[]).map((way) => Object.keys(way).sort().join(' and '));
  const after = new Set(waysOf(next));
  return waysOf(old)
    .filter((way) => !after.has(way))
    .map((way) => (way === '' ? 'needs a key now' : `does not take ${way} any more`));
}

function compareParameters(old: Side, next: Side): string[] {
  const before = parametersOf(old);
  const after = parametersOf(next);
  const changes = [...before].flatMap(([name, was]) => {
    const is = after.get(name);
    if (is === undefined) return [`parameter ${name} is gone`];
    const required =
      is['required'] && !was['required'] ? [`parameter ${name} is required now`] : [];
    const from = { document: old.document, schema: was['schema'] };
    const to = { document: next.document, schema: is['schema'] };
    return [...required, ...compareRequests(from, to, `parameter ${name}`)];
  });
  const added = [...after].flatMap(([name, is]) =>
    is['required'] && !before.has(name) ? [`parameter ${name} is new and required`] : [],
  );
  return [...changes, ...added];
}

function parametersOf({ document, json }: Side): Map<string, Json> {
  const parameters = ((json['parameters'] ?? []) as Json[]).map((each) => resolve(document, each));
  return new Map(parameters.map((each) => [`${each['name']} (${each['in']})`, each]));
}

function compareResponses(old: Side, next: Side): string[] {
  const before = (old.json['responses'] ?? {}) as Json;
  const after = (next.json['responses'] ?? {}) as Json;
  return Object.keys(before).flatMap((status) => {
    const was = resolve(old.document, before[status]);
    // An error that does not come any more is missed by nobody.
    if (after[status] === undefined)
      return status.startsWith('2') ? [`status ${status} is gone`] : [];
    const is = resolve(next.document, after[status]);
    const headers = Object.keys((was['headers'] ?? {}) as Json)
      .filter((name) => at(is, 'headers', name) === undefined)
      .map((name) => `${status} has no header ${name} any more`);
    const bodies = Object.keys((was['content'] ?? {}) as Json).flatMap((type) => {
      const body = at(is, 'content', type) as Json | undefined;
      if (body === undefined) return [`${status} is not ${type} any more`];
      const from = { document: old.document, schema: at(was, 'content', type, 'schema') };
      const to = { document: next.document, schema: body['schema'] };
      return compareAnswers(from, to, `${status}`);
    });
    return [...headers, ...bodies];
  });
}
