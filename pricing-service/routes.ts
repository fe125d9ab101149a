/**
 * The three routes that require an API key. Each returns the answer to a request, whose parameters it checks in the
 * order of design section 8.
 */
import type { RouterContext } from '@koa/router';
import { ApiProblem } from '../contract/problem.ts';
import { readLocale, wantsCsv } from '../contract/query.ts';
import { chooseCoding } from '../contract/representation.ts';
import { isSku } from '../contract/sku.ts';
import type { KeyedRoute } from './middleware/credentials.ts';
import type { AnswerRequest } from './pricing/keyed-answers.ts';
import { servedReleaseOf } from './request-facts.ts';

/**
 * `GET /v1/products/{sku}` with a key: returns the public detail with the account's net prices. Throws an `ApiProblem`
 * if the SKU or a parameter is invalid, and the errors of `KeyedAnswers`.
 */
export const detailRoute: KeyedRoute = async (ctx, { tier, answers }) => {
  const sku = readSku(ctx);
  return answers.detail(readAnswerRequest(ctx, tier), sku);
};

/**
 * `GET /v1/products/{sku}/pricing`: returns the prices of one product for the account. Throws an `ApiProblem` if the
 * SKU or a parameter is invalid, and the errors of `KeyedAnswers`.
 */
export const productPricingRoute: KeyedRoute = async (ctx, { tier, answers }) => {
  const sku = readSku(ctx);
  return answers.productPricing(readAnswerRequest(ctx, tier), sku);
};

/**
 * `GET /v1/products/pricing`: returns the prices of every product for the account as JSON, or as CSV with `format=csv`.
 * Throws an `ApiProblem` if a parameter is invalid, and the errors of `KeyedAnswers`.
 */
export const catalogPricingRoute: KeyedRoute = async (ctx, { tier, answers }) => {
  const request = readAnswerRequest(ctx, tier);
  return wantsCsv(ctx.req.url ?? '/')
    ? answers.priceList(request)
    : answers.catalogPricing(request);
};

/** Returns the SKU in the path; throws `invalid_sku` if it is malformed. */
function readSku(ctx: RouterContext): string {
  const { sku = '' } = ctx.params;
  if (!isSku(sku)) throw new ApiProblem('invalid_sku');
  return sku;
}

/**
 * Returns the release, tier, locale and content coding of a requested answer. Throws `ApiProblem` with
 * `unsupported_locale`, or with `invalid_request` for a repeated parameter.
 */
function readAnswerRequest(ctx: RouterContext, tier: string): AnswerRequest {
  return {
    release: servedReleaseOf(ctx.req),
    tier,
    locale: readLocale(ctx.req.url ?? '/'),
    coding: chooseCoding(ctx.get('Accept-Encoding')),
  };
}
