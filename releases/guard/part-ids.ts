/**
 * Finds part ids that identify another variant (colour and size of a product) than before. Clients order by part id, so
 * a part id must never be reused (decisions.md, "A part id belongs to one variant for ever").
 */
import type { ReadableRelease } from '../diff/read-release.ts';

/** A variant: one colour and size of a product. */
export interface Variant {
  readonly sku: string;
  readonly color: string;
  readonly size: string;
}

/** A part id, and the different variants that it identifies in the earlier and in the later release. */
export interface ReusedPartId {
  readonly partId: string;
  readonly before: Variant;
  readonly after: Variant;
}

type Release = Pick<ReadableRelease, 'manifest' | 'index'>;

/** Returns the part ids that identify different variants in two releases, sorted by part id. */
export function findReusedPartIds(before: Release, after: Release): ReusedPartId[] {
  const skus = new Set([before, after].flatMap(({ manifest }) => Object.keys(manifest.products)));
  // Releases with the same object have the same part ids.
  const changed = [...skus].filter(
    (sku) => before.manifest.products[sku] !== after.manifest.products[sku],
  );
  const owners = new Map(variantsOf(before, changed));
  return variantsOf(after, changed)
    .flatMap(([partId, variant]) => {
      const owner = owners.get(partId);
      const isReused = owner !== undefined && !isSameVariant(owner, variant, after);
      return isReused ? [{ partId, before: owner, after: variant }] : [];
    })
    .sort((a, b) => (a.partId < b.partId ? -1 : 1));
}

function variantsOf({ index }: Release, skus: readonly string[]): [string, Variant][] {
  return skus.flatMap((sku) => {
    const { partIds = {} } = index.product(sku) ?? {};
    return Object.entries(partIds).map(([partId, [color, size]]): [string, Variant] => [
      partId,
      { sku, color, size },
    ]);
  });
}

function isSameVariant(one: Variant, other: Variant, { manifest }: Release): boolean {
  const { reason, replacedBy } = manifest.absences?.[one.sku] ?? {};
  // A renamed product keeps its part ids.
  const isRenamed = reason === 'renamed' && replacedBy === other.sku;
  const isSameProduct = one.sku === other.sku || isRenamed;
  return isSameProduct && one.color === other.color && one.size === other.size;
}

/** Formats a reused part id as text such as `TEE-1-M was TEE-1, navy, M and is TEE-1, navy, S`. */
export function formatReusedPartId({ partId, before, after }: ReusedPartId): string {
  const show = ({ sku, color, size }: Variant) => `${sku}, ${color}, ${size}`;
  return `${partId} was ${show(before)} and is ${show(after)}`;
}
