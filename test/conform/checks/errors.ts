/** Section "Errors": a problem document for every code that a request can cause. */
import { type ProblemCode, problemCodes } from '../../../contract/problems.ts';
import { checksOf, expectEqual, expectNone, expectProblem, fail, shorten } from '../check.ts';

const check = checksOf('Errors');

/** Codes, and paths that cause them; other codes are checked with the routes and keys that cause them. */
const causes: readonly (readonly [ProblemCode, readonly string[]])[] = [
  ['route_not_found', ['/v1/no-such-route', '/v1/products/']],
  ['invalid_request', ['/v1/products?locale=en-CA&locale=fr-CA', '/v1/products?locale=%']],
  ['invalid_sku', ['/v1/products/_', `/v1/products/${'A'.repeat(65)}`]],
];

export const errorChecks = [
  check('code is one of the 13 codes', async (deployment) => {
    const { components } = await deployment.read<{
      readonly components: {
        readonly schemas: { Problem?: { properties: { code: { enum: readonly string[] } } } };
      };
    }>('/openapi.json');
    const codes = components.schemas.Problem?.properties.code.enum ?? [];
    expectEqual([...codes].sort(), [...problemCodes].sort(), '/openapi.json: codes of problems');
  }),

  ...causes.map(([code, paths]) =>
    check(`${code}: its status and problem document`, async (deployment) => {
      for (const path of paths) expectProblem(deployment, await deployment.ask(path), code);
    }),
  ),

  // A test key is answered as if the limit were exceeded, or the service unavailable.
  ...(['rate_limited', 'upstream_unavailable'] as const).map((code) =>
    check(`${code}: its status and problem document, with Retry-After`, async (deployment) => {
      const key = await deployment.keyFor(code);
      const answer = await deployment.ask('/v1/products/pricing', { key });
      expectProblem(deployment, answer, code);
      const seconds = String(answer.headers['retry-after']);
      if (!/^[1-9]\d*$/.test(seconds)) fail(`${answer.where}: Retry-After is ${seconds}`);
    }),
  ),

  check('the detail of unsupported_locale lists the supported locales', async (deployment) => {
    const answer = await deployment.ask('/v1/products?locale=de-DE');
    const { detail } = answer.json() as { readonly detail: string };
    const missing = ['en-CA', 'en-US', 'fr-CA'].filter((locale) => !detail.includes(locale));
    expectNone(missing.map((locale) => `${answer.where}: detail lacks ${locale}`));
  }),

  check('public requests without credentials never get 401', async (deployment) => {
    await deployment.details();
    const refused = deployment.client.answers.filter(
      ({ path, status, hasCredentials }) =>
        status === 401 && !hasCredentials && !/\/pricing(?:\?|$)/.test(path),
    );
    expectNone(refused.map(({ where }) => where));
  }),

  check('no answer is an internal error', async (deployment) => {
    await deployment.details();
    const failed = deployment.client.answers.filter(({ status }) => status === 500);
    expectNone(failed.map(({ where, text }) => `${where}: ${shorten(text)}`));
  }),
];
