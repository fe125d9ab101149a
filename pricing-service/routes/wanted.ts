/** What a request on a keyed route asks for, read in the order of design section 8. */
import type { RouterContext } from '@koa/router';
import { ApiProblem } from '../../contract/problem.ts';
import { readLocale } from '../../contract/query.ts';
import { chooseCoding } from '../../contract/representation.ts';
import { isSku } from '../../contract/sku.ts';
import type { Wanted } from '../pricing/keyed-answers.ts';
import { releaseIn } from '../release-header.ts';

/** The SKU of the path; throws `invalid_sku`. */
export function readSku(ctx: RouterContext): string {
  const { sku = '' } = ctx.params;
  if (!isSku(sku)) throw new ApiProblem('invalid_sku');
  return sku;
}

/**
 * The account's tier, the locale, and the coding the client takes; throws `unsupported_locale` or
 * `invalid_request`.
 */
export function readWanted(ctx: RouterContext): Wanted {
  return {
    release: releaseIn(ctx.req),
    tier: String(ctx.state['tier']),
    locale: readLocale(ctx.req.url ?? '/'),
    coding: chooseCoding(ctx.get('Accept-Encoding')),
  };
}
