/**
 * The routes that require an API key. Each returns the parameters of the answer to a request, which it checks in the
 * order of design section 8.
 */
import type { RouterContext } from '@koa/router';
import { ApiProblem } from '../contract/problem.ts';
import { readLocale, wantsCsv } from '../contract/query.ts';
import { isSku } from '../contract/sku.ts';
import { servedReleaseOf } from './request-facts.ts';
import type { AnswerKind, AnswerRequest } from './stored-answers.ts';

/**
 * Returns the answer that a request with a key asks for, without the tier, which its key decides. Throws an
 * `ApiProblem` if the SKU or a parameter is invalid.
 */
export type KeyedRoute = (ctx: RouterContext) => Omit<AnswerRequest, 'tier'>;

/** `GET /v1/products/{sku}` with a key: the public detail with the account's net prices. */
export const detailRoute: KeyedRoute = (ctx) => ({
  sku: readSku(ctx),
  ...readParameters(ctx, 'detail'),
});

/** `GET /v1/products/{sku}/pricing`: the prices of one product for the account. */
export const productPricingRoute: KeyedRoute = (ctx) => ({
  sku: readSku(ctx),
  ...readParameters(ctx, 'productPricing'),
});

/** `GET /v1/products/pricing`: the prices of every product for the account as JSON, or as CSV with `format=csv`. */
export const catalogPricingRoute: KeyedRoute = (ctx) => {
  const parameters = readParameters(ctx, 'catalogPricing');
  return { sku: '', ...parameters, ...(wantsCsv(ctx.req.url ?? '/') && { kind: 'priceList' }) };
};

/** Returns the SKU in the path; throws `invalid_sku` if it is malformed. */
function readSku(ctx: RouterContext): string {
  const { sku = '' } = ctx.params;
  if (!isSku(sku)) throw new ApiProblem('invalid_sku');
  return sku;
}

function readParameters(ctx: RouterContext, kind: AnswerKind) {
  return {
    kind,
    release: servedReleaseOf(ctx.req),
    locale: readLocale(ctx.req.url ?? '/'),
    acceptEncoding: ctx.req.headers['accept-encoding']?.toString(),
  };
}
