/** `GET /v1/products/pricing`: the prices of every product for the key's account, as JSON or CSV. */
import type { RouterMiddleware } from '@koa/router';
import { wantsCsv } from '../../contract/query.ts';
import { answersOf } from '../middleware/credentials.ts';
import { answerWith } from '../middleware/send-representation.ts';
import { readWanted } from './wanted.ts';

export const catalogPricingRoute: RouterMiddleware = async (ctx) => {
  const wanted = readWanted(ctx);
  const answers = answersOf(ctx);
  const read = wantsCsv(ctx.req.url ?? '/') ? answers.priceList : answers.catalogPricing;
  answerWith(ctx, await read(wanted));
};
