/** Section "Authentication": which answers need a key, and what an unusable key gets. */
import { apiKeyPrefix, createApiKey } from '../../../contract/api-key.ts';
import { routes } from '../../../contract/routes.ts';
import type { ProductDetail } from '../../../contract/schemas/product.ts';
import { checksOf, expectEqual, expectProblem, expectStatus, fail } from '../check.ts';
import type { Deployment, Question } from '../deployment.ts';

const check = checksOf('Authentication');

/** A key with a correct checksum that no account has. */
const unknownKey = createApiKey((count) => new Uint8Array(count).fill(7));

/** Asks the detail and both pricing routes. */
async function askKeyed(deployment: Deployment, question: Question) {
  const detail = await deployment.detailPath();
  const paths = [detail, `${detail}/pricing`, routes.catalogPricing.path];
  return Promise.all(paths.map((path) => deployment.ask(path, question)));
}

export const authenticationChecks = [
  check('list, detail, health and the sync listing need no key', async (deployment) => {
    const paths = [routes.list.path, routes.health.path, routes.sync.path];
    for (const path of [...paths, await deployment.detailPath()]) {
      expectStatus(await deployment.ask(path), 200);
    }
  }),

  check(
    'a key is sent as Bearer token, and adds net prices and nothing else',
    async (deployment) => {
      for (const { where, value } of await deployment.details(await deployment.key())) {
        // The next change for an account may be one of net prices only.
        const { net, priceTier, sizes, upcoming: _, ...pricing } = value.pricing;
        if (net === undefined || priceTier === undefined) fail(`${where}: no net prices`);
        const publicSizes = sizes.map(({ name, surcharge }) =>
          surcharge?.msrp === undefined ? { name } : { name, surcharge: { msrp: surcharge.msrp } },
        );
        const withoutNet = { ...value, pricing: { ...pricing, sizes: publicSizes } };
        const open = (await deployment.read(where)) as ProductDetail;
        const { upcoming: __, ...openPricing } = open.pricing;
        const expected = { ...open, pricing: openPricing };
        expectEqual(withoutNet, expected, `${where} without net prices`);
      }
    },
  ),

  check('keys begin with a fixed prefix', async (deployment) => {
    const key = await deployment.key();
    if (!key.startsWith(apiKeyPrefix)) fail(`the key does not begin with ${apiKeyPrefix}`);
  }),

  check('an unusable key gets 401 invalid_key, never MSRP', async (deployment) => {
    for (const key of ['not-a-key', unknownKey]) {
      for (const answer of await askKeyed(deployment, { key })) {
        expectProblem(deployment, answer, 'invalid_key');
      }
    }
  }),

  check('a revoked key gets 401 key_revoked, never MSRP', async (deployment) => {
    for (const answer of await askKeyed(deployment, { key: await deployment.revokedKey() })) {
      expectProblem(deployment, answer, 'key_revoked');
    }
  }),

  check('credentials that are no Bearer token get 401 unauthorized', async (deployment) => {
    const headers = { authorization: 'Basic eDp5' };
    for (const answer of await askKeyed(deployment, { headers })) {
      expectProblem(deployment, answer, 'unauthorized');
    }
  }),

  check('a 401 names the scheme in WWW-Authenticate', async (deployment) => {
    for (const { headers, where } of await askKeyed(deployment, { key: unknownKey })) {
      const challenge = String(headers['www-authenticate']);
      if (!/^bearer /i.test(challenge)) fail(`${where}: WWW-Authenticate is ${challenge}`);
    }
  }),

  check('no cache mixes answers with a key and without one', async (deployment) => {
    const key = await deployment.key();
    const path = await deployment.detailPath();
    for (const sent of [{}, { key }, { key: unknownKey }, {}, { key }]) {
      const answer = await deployment.ask(path, { ...sent, again: true });
      expectStatus(answer, sent.key === unknownKey ? 401 : 200);
      const hasTier = answer.text.includes('"priceTier":');
      expectEqual(hasTier, sent.key === key, `${answer.where}: whether it has a price tier`);
      const vary = String(answer.headers['vary']);
      if (!/\bauthorization\b/i.test(vary)) fail(`${answer.where}: Vary is ${vary}`);
    }
  }),

  check('shared caches may not store an answer with a key', async (deployment) => {
    for (const key of [await deployment.key(), unknownKey]) {
      for (const { headers, where } of await askKeyed(deployment, { key })) {
        const control = String(headers['cache-control']);
        if (!/\b(?:private|no-store)\b/.test(control))
          fail(`${where}: Cache-Control is ${control}`);
      }
    }
  }),
];
