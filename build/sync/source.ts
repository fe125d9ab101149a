/** Where it is known which products are active, and what it says. */

/** A product and the aliases of the companies that sell it at present. */
export interface ActiveProduct {
  readonly sku: string;
  readonly companies: readonly string[];
}

export interface SourceAnswer {
  readonly products: readonly ActiveProduct[];
}

export interface Source {
  /** What it is called in what the operator reads. */
  readonly name: string;
  /** Asks it. Throws `SyncError`. */
  ask(): Promise<SourceAnswer>;
}
