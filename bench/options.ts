/** A project folder whose programs are measured; its name is `this` or `other`. */
export interface Checkout {
  readonly name: string;
  readonly folder: string;
}

/** What `npm run bench` measures, and how often. */
export interface BenchOptions {
  readonly checkouts: readonly Checkout[];
  /** Content folder from which catalogues are generated. */
  readonly sample: string;
  readonly parts: readonly string[];
  /** Numbers of products; `edge` and `pricing` use the first. */
  readonly sizes: readonly number[];
  /** Number of releases before the measured deploys. */
  readonly releases: number;
  readonly rounds: number;
  readonly seconds: number;
  print(line: string): void;
}
