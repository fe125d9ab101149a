/** `GET /v1/products/pricing`: the prices of every product for the key's account, as JSON or CSV. */
import type { RouterMiddleware } from '@koa/router';
import { wantsCsv } from '../../contract/query.ts';
import { answerWith } from '../middleware/send-representation.ts';
import type { KeyedAnswers } from '../pricing/keyed-answers.ts';
import { readWanted } from './wanted.ts';

export function catalogPricingRoute(answers: KeyedAnswers): RouterMiddleware {
  return async (ctx) => {
    const wanted = readWanted(ctx);
    const read = wantsCsv(ctx.req.url ?? '/') ? answers.priceList : answers.catalogPricing;
    answerWith(ctx, await read(wanted));
  };
}
