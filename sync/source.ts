/** Where it is known which products are active, and what it says. */

/** A product and the aliases of the companies that sell it at present. */
export interface ActiveProduct {
  readonly sku: string;
  readonly companies: readonly string[];
}

export interface SourceAnswer {
  readonly products: readonly ActiveProduct[];
  /** The entity tag to ask with again, where the source gives any. */
  readonly etag?: string;
}

/** An answer that was taken, and what gave it. */
export interface TakenAnswer extends SourceAnswer {
  readonly source: string;
}

export interface Source {
  /** What it is called in what the operator reads. */
  readonly name: string;
  /** For how long what it says may be served; undefined for ever. */
  readonly maxAgeSeconds: number | undefined;
  /**
   * Asks it; gives the last answer itself when nothing has changed. Throws `SyncError`, and whatever
   * `stop` is aborted with.
   */
  ask(last: TakenAnswer | undefined, stop: AbortSignal): Promise<SourceAnswer>;
  close(): Promise<void>;
}
