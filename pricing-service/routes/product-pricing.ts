/** `GET /v1/products/{sku}/pricing`: the prices of one product for the key's account. */
import type { RouterMiddleware } from '@koa/router';
import { answersOf } from '../middleware/credentials.ts';
import { answerWith } from '../middleware/send-representation.ts';
import { readSku, readWanted } from './wanted.ts';

export const productPricingRoute: RouterMiddleware = async (ctx) => {
  const sku = readSku(ctx);
  answerWith(ctx, await answersOf(ctx).productPricing(readWanted(ctx), sku));
};
