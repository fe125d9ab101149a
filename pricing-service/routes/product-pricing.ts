/** `GET /v1/products/{sku}/pricing`: the prices of one product for the key's account. */
import type { RouterMiddleware } from '@koa/router';
import { answerWith } from '../middleware/send-representation.ts';
import type { KeyedAnswers } from '../pricing/keyed-answers.ts';
import { readSku, readWanted } from './wanted.ts';

export function productPricingRoute(answers: KeyedAnswers): RouterMiddleware {
  return async (ctx) => {
    const sku = readSku(ctx);
    answerWith(ctx, await answers.productPricing(readWanted(ctx), sku));
  };
}
