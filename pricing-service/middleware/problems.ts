/** Answers every error of the inner middleware with `application/problem+json`. */
import type { Context, Middleware, Next } from 'koa';
import { allow, answerHeaders } from '../../contract/headers.ts';
import { ApiProblem, createProblem, problemHeaders } from '../../contract/problem.ts';
import { problems } from '../../contract/problems.ts';
import type { Log } from '../log.ts';
import { UnreadableFile } from '../releases.ts';
import { requestFacts } from '../request-facts.ts';

/**
 * Returns middleware that answers errors with problem documents: an `ApiProblem` with the problem of its code, any
 * other error with `internal_error`. `baseUrl`, the public URL of the API, begins the URL in `type` of the problem.
 * Logs the `cause` of an `ApiProblem`, if it has one, and any other error.
 */
export function reportProblems(baseUrl: string, log: Log): Middleware {
  return async (ctx: Context, next: Next) => {
    try {
      await next();
    } catch (error) {
      const problem =
        error instanceof ApiProblem
          ? error
          : new ApiProblem('internal_error', undefined, { cause: error });
      logCause(problem, ctx, log);
      writeProblem(ctx, problem, baseUrl);
    }
  };
}

function writeProblem(ctx: Context, { code, detail }: ApiProblem, baseUrl: string): void {
  ctx.status = problems[code].status;
  ctx.body = JSON.stringify(
    createProblem(code, { baseUrl, requestTarget: ctx.req.url ?? '/', detail }),
  );
  ctx.set({ ...answerHeaders('keyed'), ...problemHeaders(code, 'keyed') });
  if (code === 'method_not_allowed') ctx.set('Allow', allow.keyed);
}

function logCause({ code, cause }: ApiProblem, ctx: Context, log: Log): void {
  if (cause === undefined) return;
  const event = cause instanceof UnreadableFile ? 'release_unreadable' : code;
  log.error(event, cause, requestFacts(ctx.req));
}
