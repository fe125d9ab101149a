/** Section "What the service does". */
import { mediaTypes } from '../../../contract/media-types.ts';
import { routes } from '../../../contract/routes.ts';
import {
  checksOf,
  expectEqual,
  expectNone,
  expectStatus,
  fail,
  passWithout,
  skip,
} from '../check.ts';

const check = checksOf('What the service does');

/** Why HTTPS is not asked of a server on this machine. */
export const localAddress = 'a local address needs no HTTPS';
const localHosts = /^(?:localhost|127\..*|\[::1\])$/;

/** The paths of the table of endpoints. */
const documentedPaths = [
  '/v1/health',
  '/v1/products',
  '/v1/products/{sku}',
  '/v1/products/{sku}/pricing',
  '/v1/products/pricing',
  '/v1/sync/activeProduct',
];

export const serviceChecks = [
  check('served over HTTPS', async ({ url }) => {
    const { protocol, hostname } = new URL(url);
    if (protocol === 'https:') return;
    if (localHosts.test(hostname)) skip(localAddress);
    fail(`the address begins with ${protocol}`);
  }),

  check('answers are JSON', async (deployment) => {
    for (const path of ['/v1/health', '/v1/products', '/v1/sync/activeProduct', '/openapi.json']) {
      const answer = await deployment.ask(path);
      expectEqual(answer.headers['content-type'], mediaTypes.json, `${answer.where}: Content-Type`);
      answer.json();
    }
  }),

  check('versioned routes sit under /v1', async (deployment) => {
    expectStatus(await deployment.ask('/v1/products'), 200);
    expectStatus(await deployment.ask('/products'), 404);
  }),

  check('/openapi.json is OpenAPI 3.1 and describes every endpoint', async (deployment) => {
    const { openapi, paths } = await deployment.read<{
      readonly openapi: string;
      readonly paths: object;
    }>('/openapi.json');
    if (!/^3\.1\.\d+$/.test(openapi)) fail(`openapi is ${openapi}`);
    const missing = documentedPaths.filter((path) => !Object.hasOwn(paths, path));
    expectNone(missing.map((path) => `${path} is not described`));
  }),

  check('supported locales: en-CA, en-US, fr-CA', async (deployment) => {
    for (const locale of ['en-CA', 'en-US', 'fr-CA'] as const) {
      expectEqual((await deployment.list(locale)).locale, locale, `list ${locale}: locale`);
    }
  }),

  check('product content is localized', async (deployment) => {
    const [english, french] = [await deployment.list('en-CA'), await deployment.list('fr-CA')];
    const names = new Map(english.products.map(({ sku, productName }) => [sku, productName]));
    const shared = french.products.filter(({ sku }) => names.has(sku));
    if (shared.length === 0) passWithout('no product is in both lists');
    if (shared.every(({ sku, productName }) => names.get(sku) === productName)) {
      fail('every product has the same name in en-CA and fr-CA');
    }
  }),

  check('pictures need no credentials', async (deployment) => {
    const base = `${deployment.url}/`;
    const urls = (await deployment.summaries()).flatMap(({ value }) => value.images);
    const local = urls.find(({ url }) => url.startsWith(base));
    if (local === undefined) passWithout('no picture is below the address');
    const picture = await deployment.ask(local.url.slice(base.length - 1));
    expectStatus(picture, 200);
    const type = String(picture.headers['content-type']);
    if (!type.startsWith('image/')) fail(`${picture.where}: Content-Type is ${type}`);
  }),

  check('catalog routes are compressed with gzip', async (deployment) => {
    for (const path of ['/v1/products', await deployment.detailPath(), routes.sync.path]) {
      const plain = await deployment.ask(path);
      const packed = await deployment.ask(path, { headers: { 'accept-encoding': 'gzip' } });
      expectEqual(packed.headers['content-encoding'], 'gzip', `${packed.where}: Content-Encoding`);
      if (packed.text !== plain.text) fail(`${packed.where}: the gzip body is another document`);
      if (packed.bytes.length >= plain.bytes.length) fail(`${packed.where}: gzip is not smaller`);
    }
  }),
];
