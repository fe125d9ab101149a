/** The interface of sources of active products, and the errors of a sync. */
import { ExpectedError } from '../console/errors.ts';

/** A product and the aliases of the companies that sell it at present. */
export interface ActiveProduct {
  readonly sku: string;
  readonly companies: readonly string[];
}

/** The active products as a source returned them, with the entity tag of the answer, if the source sends one. */
export interface SourceAnswer {
  readonly products: readonly ActiveProduct[];
  readonly etag?: string;
}

/** An answer that was accepted, and the name of its source. */
export interface AcceptedAnswer extends SourceAnswer {
  readonly source: string;
}

/** A source of active products: the specification service or a file of the content folder. */
export interface Source {
  /** The name of the source in messages and in the state file. */
  readonly name: string;
  /** Maximum seconds, from the request on, for which an answer may be served; undefined if there is no limit. */
  readonly maxAgeSeconds: number | undefined;
  /** Returns the active products, or `last` if they have not changed. Throws `SyncError`, and after `stop` an abort error. */
  ask(last: AcceptedAnswer | undefined, stop: AbortSignal): Promise<SourceAnswer>;
  /** Closes the connections of the source, if it has any. */
  close(): Promise<void>;
}

/** Thrown if no new listing can be rendered. The message is one line for the operator. */
export class SyncError extends ExpectedError {
  override readonly name: string = 'SyncError';
}

/** Thrown if a source of active products fails or sends an invalid answer. */
export class SourceError extends SyncError {
  override readonly name = 'SourceError';
  /** Milliseconds that the source asked to wait before the next request (`Retry-After`), at most an hour. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Why an answer is not accepted: it lacks more than half of the products of the last accepted answer. */
export class LossError extends SyncError {
  override readonly name = 'LossError';
}

/** Returns a `LossError` if more than half of the products of the last answer are missing, as after an outage. */
export function findLoss(
  before: readonly ActiveProduct[],
  now: readonly ActiveProduct[],
): LossError | undefined {
  const active = new Set(now.map(({ sku }) => sku));
  const missing = before.filter(({ sku }) => !active.has(sku));
  if (missing.length * 2 <= before.length) return undefined;
  return new LossError(
    `${missing.length} of ${before.length} active products are gone, ${missing[0]?.sku} among them; npm run sync -- --accept-loss accepts that loss`,
  );
}
