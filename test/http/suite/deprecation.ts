/** Tests of the headers of deprecated routes. */
import { deprecationHeaders } from '../../../contract/deprecation.ts';
import type { Reply } from '../../helpers/http-client.ts';
import { deprecatedPaths, deprecation } from './content.ts';
import { clientOf, type Topic, withKey } from './suite.ts';

/** The headers that every answer of a deprecated route has. */
export const deprecatedFields: object = deprecationHeaders(deprecation);

/** The result of `deprecationFieldsOf` for an answer of a route that is not deprecated. */
export const noDeprecationFields = { Deprecation: undefined, Sunset: undefined, Link: undefined };

/** Returns the headers Deprecation, Sunset and Link of a reply; of Link, only the link with `rel="deprecation"`. */
export function deprecationFieldsOf({ headers }: Reply): object {
  const links = [headers['link'] ?? []].flat().flatMap((field) => field.split(', '));
  return {
    Deprecation: headers['deprecation'],
    Sunset: headers['sunset'],
    Link: links.find((link) => link.includes('rel="deprecation"')),
  };
}

export const deprecations: Topic = (test, subject) => {
  test('every answer of a deprecated route has Deprecation, also with a key and for errors', async (t) => {
    const client = clientOf(subject());
    const { headers } = withKey(subject(), 'A3');
    const list = await client('/v1/products');
    const etag = { 'If-None-Match': String(list.headers['etag']) };
    for (const [path, status, sent] of [
      ['/v1/products', 200, {}],
      ['/v1/products', 304, etag],
      ['/v1/products?locale=xx', 400, {}],
      ['/v1/products/TEE100', 200, {}],
      ['/v1/products/TEE100', 200, headers],
      ['/v1/products/NONE-1', 404, {}],
      ['/v1/products/pricing', 200, headers],
      ['/v1/products/pricing', 401, {}],
    ] as const) {
      const reply = await client(path, { headers: sent });
      t.is(reply.status, status, path);
      t.deepEqual(deprecationFieldsOf(reply), deprecatedFields, `${path} ${status}`);
    }
    // Paths are case-sensitive (RFC 9110 section 4.2.3).
    const others = ['/v1/products/TEE100/pricing', '/v1/health', '/openapi.json', '/nothing'];
    for (const path of [...others, '/V1/products', '/v1/Products']) {
      const reply = await client(path, { headers });
      t.deepEqual(deprecationFieldsOf(reply), noDeprecationFields, path);
    }
  });

  test('the OpenAPI document marks the deprecated routes', async (t) => {
    const document = (await clientOf(subject())('/openapi.json')).json() as {
      paths: Record<string, { get: { deprecated?: boolean } }>;
    };
    const deprecated = Object.entries(document.paths).flatMap(([path, { get }]) =>
      get.deprecated ? [path] : [],
    );
    t.deepEqual(deprecated.sort(), [...deprecatedPaths].sort());
  });
};
