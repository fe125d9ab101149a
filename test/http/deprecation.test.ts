/**
 * On both servers (nginx and the embedded server) every answer of a deprecated route has the deprecation
 * headers, and the OpenAPI document marks the route.
 */
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { deprecationHeaders } from '../../contract/deprecation.ts';
import { findPort } from '../../infra/local/find-port.ts';
import { deploy } from '../../releases/deploy/deploy.ts';
import { baseUrl, copyContent, fixtureContent, makeFolder } from '../helpers/content.ts';
import { createClient, type Reply } from '../helpers/http-client.ts';
import { serveWithNginx } from '../helpers/nginx.ts';
import { createOpenApiCheck } from '../helpers/openapi.ts';
import { embeddedScript, stackScript, startServer } from '../helpers/running-server.ts';
import { listLeftovers, makeTemporaryFolder } from '../helpers/temporary-folder.ts';

const deprecation = {
  announced: '2026-12-01',
  sunset: '2027-04-01',
  link: 'https://api.example.com/docs/v2',
};
const expected = deprecationHeaders(deprecation);

/** Copies the fixture, deprecates the routes with the given paths, and returns the folder of the copy. */
async function deprecate(t: ExecutionContext, ...paths: readonly string[]): Promise<string> {
  const content = await copyContent(t);
  const routes = Object.fromEntries(paths.map((path) => [path, deprecation]));
  await content.write('deprecations.json', JSON.stringify({ routes }));
  return content.path;
}

/** Returns the headers Deprecation, Sunset and Link of a reply; of Link, only the link with `rel="deprecation"`. */
function deprecationFieldsOf({ headers }: Reply): object {
  const links = [headers['link'] ?? []].flat().flatMap((field) => field.split(', '));
  return {
    Deprecation: headers['deprecation'],
    Sunset: headers['sunset'],
    Link: links.find((link) => link.includes('rel="deprecation"')),
  };
}

const nothing = { Deprecation: undefined, Sunset: undefined, Link: undefined };

for (const script of [embeddedScript, stackScript]) {
  test(`${script}: every answer of a deprecated route has Deprecation, also with a key and for errors, and SIGINT ends the process`, async (t) => {
    const paths = ['/v1/products', '/v1/products/{sku}', '/v1/products/pricing'];
    const content = await deprecate(t, ...paths);
    const TMPDIR = await makeTemporaryFolder(t);
    const args = ['--content', content];
    const server = await startServer(script, { args, environment: { TMPDIR } });
    const client = createClient(server.port);
    const check = await createOpenApiCheck(client);
    const headers = { Authorization: `Bearer ${server.keys['A3']}` };
    const list = await client('/v1/products');
    const etag = { 'If-None-Match': String(list.headers['etag']) };
    const cases = [
      ['/v1/products', 200, {}],
      ['/v1/products', 304, etag],
      ['/v1/products?locale=xx', 400, {}],
      ['/v1/products/TEE-1', 200, {}],
      ['/v1/products/TEE-1', 200, headers],
      ['/v1/products/NONE-1', 404, {}],
      ['/v1/products/pricing', 200, headers],
      ['/v1/products/pricing', 401, {}],
    ] as const;
    for (const [path, status, sent] of cases) {
      const reply = await client(path, { headers: sent });
      t.is(reply.status, status, path);
      t.deepEqual(deprecationFieldsOf(reply), expected, `${path} ${status}`);
      t.is(check(path, reply), undefined);
    }
    for (const path of ['/v1/products/TEE-1/pricing', '/v1/health', '/openapi.json', '/nothing']) {
      t.deepEqual(deprecationFieldsOf(await client(path, { headers })), nothing, path);
    }
    const document = (await client('/openapi.json')).json() as {
      paths: Record<string, { get: { deprecated?: boolean } }>;
    };
    const deprecated = Object.entries(document.paths).flatMap(([path, { get }]) =>
      get.deprecated ? [path] : [],
    );
    t.deepEqual(deprecated.sort(), paths.sort());
    t.is(await server.stop('SIGINT'), 0);
    t.deepEqual(await listLeftovers(TMPDIR), []);
  });
}

test('nginx applies the deprecations of a new release without a reload', async (t) => {
  const out = join(await makeFolder(t), 'dist');
  const compileFrom = async (content: string) => (await deploy({ content, out, baseUrl })).manifest;
  const { release } = await compileFrom(await deprecate(t, '/v1/health'));
  const pricingPort = await findPort('127.0.0.1', 0);
  const port = await serveWithNginx(t, { folder: dirname(out), baseUrl, pricingPort, release });
  const client = createClient(port);
  t.deepEqual(deprecationFieldsOf(await client('/v1/health')), expected);
  await compileFrom(fixtureContent);
  while ((await client('/v1/health')).headers['deprecation'] !== undefined) await wait(50);
  t.deepEqual(deprecationFieldsOf(await client('/v1/health')), nothing);
});
