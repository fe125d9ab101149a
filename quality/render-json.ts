/** The quality of a catalogue for programs: everything, whatever the limit of the other forms. */

import type { CatalogueQuality } from './catalogue-quality.ts';
import { type QualityCheck, weights } from './check.ts';

/**
 * Renders indented JSON: `average`, `coverage` and `products` as `CatalogueQuality` has them, and
 * `checks`, what their reasons mean, with weights.
 */
export function renderJson(quality: CatalogueQuality, checks: readonly QualityCheck[]): string {
  const { average, coverage, products } = quality;
  const explained = checks.map(({ count: _count, ...check }) => ({
    ...check,
    weight: weights[check.importance],
  }));
  return `${JSON.stringify({ average, coverage, checks: explained, products }, undefined, 2)}\n`;
}
