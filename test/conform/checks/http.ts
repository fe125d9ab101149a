/** What the document leaves to HTTP: entity tags, HEAD and Vary, which clients and caches of this API rely on. */
import { routes } from '../../../contract/routes.ts';
import { createOpenApiCheck } from '../../helpers/openapi.ts';
import { checksOf, expectEqual, expectNone, expectStatus, fail } from '../check.ts';
import type { Deployment } from '../deployment.ts';

const check = checksOf('HTTP (not in the document)');

async function publicPaths(deployment: Deployment): Promise<readonly string[]> {
  const detail = `${await deployment.detailPath()}?locale=fr-CA`;
  return [routes.list.path, detail, routes.sync.path, routes.openapi.path];
}

export const httpChecks = [
  check('an entity tag, and 304 for a client that has it', async (deployment) => {
    for (const path of await publicPaths(deployment)) {
      for (const coding of ['identity', 'gzip']) {
        const headers = { 'accept-encoding': coding };
        const full = await deployment.ask(path, { headers });
        const tag = String(full.headers['etag']);
        if (!/^(?:W\/)?"[^"]+"$/.test(tag)) fail(`${full.where}: ETag is ${tag}`);
        const held = await deployment.ask(path, { headers: { ...headers, 'if-none-match': tag } });
        expectEqual(held.status, 304, `${held.where} with its ETag, ${coding}: status`);
        expectEqual(held.bytes.length, 0, `${held.where}: length of the body`);
      }
    }
  }),

  check('an answer with a key has an entity tag, and 304', async (deployment) => {
    const key = await deployment.key();
    const path = `${await deployment.detailPath()}/pricing`;
    const tag = String((await deployment.ask(path, { key })).headers['etag']);
    const held = await deployment.ask(path, { key, headers: { 'if-none-match': tag } });
    expectEqual(held.status, 304, `${held.where} with its ETag: status`);
  }),

  check('HEAD is answered as GET, without a body', async (deployment) => {
    for (const path of [...(await publicPaths(deployment)), '/v1/products/NO-SUCH-PRODUCT-0']) {
      const [get, head] = [
        await deployment.ask(path),
        await deployment.ask(path, { method: 'HEAD' }),
      ];
      expectStatus(head, get.status);
      const type = get.headers['content-type'];
      expectEqual(head.headers['content-type'], type, `${head.where}: Content-Type`);
      expectEqual(head.bytes.length, 0, `${head.where}: length of the body`);
    }
  }),

  check('Vary names Accept-Encoding', async (deployment) => {
    for (const path of await publicPaths(deployment)) {
      const { headers, where } = await deployment.ask(path);
      const vary = String(headers['vary']);
      if (!/\baccept-encoding\b/i.test(vary)) fail(`${where}: Vary is ${vary}`);
    }
  }),

  check('answers match /openapi.json', async (deployment) => {
    const faultOf = await createOpenApiCheck((path) => deployment.ask(path));
    await deployment.details();
    const answers = deployment.client.answers.filter(({ method }) => method === 'GET');
    expectNone(
      answers.flatMap((answer) => {
        const fault = faultOf(answer.path, answer);
        return fault === undefined ? [] : [`${answer.where}: ${fault}`];
      }),
    );
  }),
];
