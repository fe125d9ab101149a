/** `GET /v1/products/{sku}` with an account key: the public detail plus the account's net prices. */
import type { RouterMiddleware } from '@koa/router';
import { answerWith } from '../middleware/send-representation.ts';
import type { KeyedAnswers } from '../pricing/keyed-answers.ts';
import { readSku, readWanted } from './wanted.ts';

export function detailRoute(answers: KeyedAnswers): RouterMiddleware {
  return async (ctx) => {
    const sku = readSku(ctx);
    answerWith(ctx, await answers.detail(readWanted(ctx), sku));
  };
}
