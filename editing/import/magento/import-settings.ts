/** What the user of an import chose, and when it runs. */
import type { ImportOptions } from '../options.ts';
import type { Swatches } from './swatches.ts';

export interface ImportSettings
  extends Pick<ImportOptions, 'currency' | 'rate' | 'brand' | 'imagesBase'> {
  readonly swatches: Swatches;
  /** Special prices hold between dates. */
  readonly today: Date;
}
