/** `GET /v1/products/pricing`: the prices of every product for the key's account. */
import type { RouterMiddleware } from '@koa/router';
import { answerWith } from '../middleware/send-representation.ts';
import type { KeyedAnswers } from '../pricing/keyed-answers.ts';
import { readWanted } from './wanted.ts';

export function catalogPricingRoute(answers: KeyedAnswers): RouterMiddleware {
  return async (ctx) => {
    answerWith(ctx, await answers.catalogPricing(readWanted(ctx)));
  };
}
