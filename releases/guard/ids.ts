/**
 * Finds ids that clients store and that mean something else than before: part ids of another variant, and ids of shared
 * content with another spelling (decisions.md, "A part id belongs to one variant for ever", "Ids keep their entries").
 */
import type { SharedTable } from '../../build/content/schemas/references.ts';
import type { ReleaseIndex } from '../../build/output/release-records.ts';
import type { ReadableRelease } from '../diff/read-release.ts';

/** A variant: one colour and size of a product. */
interface Variant {
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

/** Returns the part ids that identify different variants in two releases, sorted. A renamed product is the same one. */
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
  return skus.flatMap((sku) =>
    Object.entries(index.product(sku)?.partIds ?? {}).map(
      ([partId, [color, size]]): [string, Variant] => [partId, { sku, color, size }],
    ),
  );
}

function isSameVariant(one: Variant, other: Variant, { manifest }: Release): boolean {
  const { reason, replacedBy } = manifest.absences?.[one.sku] ?? {};
  const isRenamed = reason === 'renamed' && replacedBy === other.sku;
  const isSameProduct = one.sku === other.sku || isRenamed;
  return isSameProduct && one.color === other.color && one.size === other.size;
}

/** Formats a reused part id as text such as `TEE-1-M was TEE-1, navy, M and is TEE-1, navy, S`. */
export function formatReusedPartId({ partId, before, after }: ReusedPartId): string {
  const show = ({ sku, color, size }: Variant) => `${sku}, ${color}, ${size}`;
  return `${partId} was ${show(before)} and is ${show(after)}`;
}

/** An entry that lost its id: an entry with the same name has another one. */
export interface RenamedId {
  readonly table: SharedTable;
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** Returns the ids that the later release lacks, while a new id has their name; none for a release without ids. */
export function findRenamedIds(before: ReleaseIndex, after: ReleaseIndex): RenamedId[] {
  const tables = Object.entries(before.ids ?? {}) as [SharedTable, Record<string, string>][];
  return tables.flatMap(([table, old]) => {
    const now = after.ids?.[table] ?? {};
    const added = Object.entries(now).filter(([id]) => !Object.hasOwn(old, id));
    return Object.entries(old).flatMap(([id, name]) => {
      if (Object.hasOwn(now, id)) return [];
      const renamed = added.find(([, other]) => other === name);
      return renamed === undefined ? [] : [{ table, name, before: id, after: renamed[0] }];
    });
  });
}

/** Formats a renamed id as text such as `the id t-shirts of "T-shirts" (categories) became tees`. */
export function formatRenamedId({ table, name, before, after }: RenamedId): string {
  return `the id ${before} of "${name}" (${table}) became ${after}`;
}
