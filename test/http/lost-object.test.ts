/** A release of which the files of a product are missing, as after an incomplete copy of the output folder. */
import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { testKeys } from '../../contract/test-keys.ts';
import { serveFolder } from '../helpers/both-servers.ts';
import { bearer } from '../helpers/pricing-app.ts';
import { copyBuiltFixture } from '../helpers/released-files.ts';

test.serial(
  'a product whose files or pictures are missing is a fault of the server, not a removed product',
  async (t) => {
    const { out } = await copyBuiltFixture(t);
    await rm(await realpath(join(out, 'current/public/v1/products/TEE-1')), { recursive: true });
    const { clients } = await serveFolder(t, out);
    for (const [name, client] of clients()) {
      for (const [path, code, status] of [
        ['/v1/products/TEE-1', 'internal_error', 500],
        ['/v1/products/TEE-1?locale=fr-CA', 'internal_error', 500],
        ['/images/TEE-1/wheel.svg', 'internal_error', 500],
        ['/images/NONE-1/wheel.svg', 'route_not_found', 404],
        ['/images/BAG-5/none.svg', 'route_not_found', 404],
        ['/v1/products/NONE-1', 'product_not_found', 404],
        // A product that is not sold in this locale.
        ['/v1/products/USA-4?locale=en-CA', 'product_not_found', 404],
        ['/v1/products/BAG-5', undefined, 200],
      ] as const) {
        const reply = await client(path);
        t.is(reply.status, status, `${name} ${path}`);
        t.is((reply.json() as { code?: string }).code, code);
      }
      const [{ key }] = testKeys;
      for (const path of ['/v1/products/TEE-1', '/v1/products/TEE-1/pricing']) {
        const { status, json } = await client(path, { headers: bearer(key) });
        t.is(status, 503, `${name} ${path}`);
        t.like(json(), { code: 'upstream_unavailable' });
      }
    }
  },
);
