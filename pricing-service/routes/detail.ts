/** `GET /v1/products/{sku}` with an account key: the public detail plus the account's net prices. */
import type { RouterMiddleware } from '@koa/router';
import { answersOf } from '../middleware/credentials.ts';
import { answerWith } from '../middleware/send-representation.ts';
import { readSku, readWanted } from './wanted.ts';

export const detailRoute: RouterMiddleware = async (ctx) => {
  const sku = readSku(ctx);
  answerWith(ctx, await answersOf(ctx).detail(readWanted(ctx), sku));
};
